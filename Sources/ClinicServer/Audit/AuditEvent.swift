import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON

/// An entry of a clinic's audit trail, in the form in which clients see it.
struct AuditEvent: Sendable {
    /// The id of an entry of the audit trail: a UUID, or for an event of the clinic's feed its position with 20 digits.
    let id: String
    var version: Int64 = 1
    let type: String
    let timestamp: Instant
    var detail: Detail

    /// The type of those entries of the audit trail that record accesses to patient data.
    static let looked = "patient-data-read"

    struct Detail: Sendable {
        let account: UUIDBytes?
        let actor: UUIDBytes?
        let subject: UUIDBytes?
        let role: String?
        let operation: String?
        let patients: [UUIDBytes]?
        let position: Int64?
        var fields: [String]?
        let reason: String?
        let ids: [UUIDBytes]?

        static func reason(_ detail: String) -> String? {
            (try? JSONValue(parsing: Array(detail.utf8)))?["reason"]?.string
        }

        /// The ids in the detail of an audit trail's entry: the ids in the path of a refused request, or the id of an
        /// exported patient.
        static func ids(_ detail: String) -> [UUIDBytes]? {
            guard let value = try? JSONValue(parsing: Array(detail.utf8)) else { return nil }
            if let patient = value["patient_id"]?.string.flatMap({ UUIDBytes($0) }) { return [patient] }
            let ids = value["ids"]?.elements?.compactMap { $0.string.flatMap { UUIDBytes($0) } } ?? []
            return ids.isEmpty ? nil : ids
        }
    }

    private static let detailCodec = object(
        Detail.init(account:actor:subject:role:operation:patients:position:fields:reason:ids:),
        optionalField(
            "account_id", \.account,
            Codec<UUIDBytes>.uuid.described(
                "The account that looked, changed something or whose login it is about; absent where no account did it."
            )),
        optionalField(
            "actor_id", \.actor,
            Codec<UUIDBytes>.uuid.described("The account that did it, where that is another than `account_id`.")),
        optionalField(
            "subject_id", \.subject,
            Codec<UUIDBytes>.uuid.described("The patient or member of staff that the account stands for.")),
        optionalField("role", \.role, Codec<String>.string(max: 50).described("The role in which it was done.")),
        optionalField(
            "operation", \.operation,
            Codec<String>.string(max: 100).described("The `operationId` of the request that looked or was refused.")),
        optionalField(
            "patient_ids", \.patients,
            Codec<[UUIDBytes]>.array(.uuid).described("The patients whose data the answer showed.")),
        optionalField(
            "position", \.position,
            Codec<Int64>.int64(1...Int64.max).described("The position of a change in the clinic's feed.")),
        optionalField(
            "fields", \.fields,
            Codec<[String]>.array(.string(max: 200)).described(
                "The members of the event that a change set, with `/` between nested names; of an event that replaces a "
                    + "whole record, those whose values differ from before. Never the values.")),
        optionalField(
            "reason", \.reason,
            Codec<String>.string(max: 100).described("Why a session ended, or what was wrong at a login.")),
        optionalField(
            "ids", \.ids,
            Codec<[UUIDBytes]>.array(.uuid).described(
                "The ids that an export, an opened link or a refused request named.")))

    static let codec = object(
        AuditEvent.init(id:version:type:timestamp:detail:),
        field("id", \.id, Codec<String>.string(max: 36).described("Unique in the clinic and for the event's type.")),
        field("version", \.version, .unchanging),
        field(
            "event_type", \.type,
            Codec<String>.string(max: 60).described(
                "`patient-data-read` for a look; `login`, `login-failed`, `logout`, `session-revoked`, `session-ended`, "
                    + "`pin-exhausted`, `refresh-token-reused`, `access-granted`, `access-withdrawn`, `password-changed`, "
                    + "`email-changed`, `pin-set`, `pin-changed`, `second-factor-set`, `second-factor-removed`, "
                    + "`client-paired`, `client-revoked`, `pairing-code-void`, "
                    + "`patient-exported`, `visit-link-opened`, `audit-trail-read`, `audit-trail-exported`, "
                    + "`feed-read` or `access-refused` for what concerns logins and access; else the "
                    + "type of an event of the clinic, such as `appointment-cancelled`.")),
        field("timestamp", \.timestamp, Codec<Instant>.instant.described("When it happened, in UTC.")),
        field(
            "detail", \.detail,
            detailCodec.described("The event's details; a member that does not apply is absent."))
    ).described("An entry of the audit trail.").named("AuditEvent")

    /// The columns of the audit trail's CSV file.
    static let columns = [
        "id", "timestamp", "event_type", "account_id", "actor_id", "role", "operation", "patient_ids", "position",
        "fields",
        "reason", "ids",
    ]

    /// The audit trail's entry as a line of CSV (RFC 4180). Values are ids, numbers and constant names, so none needs
    /// quotes and none can be a formula.
    var line: String {
        let values = [
            id, timestamp.rfc3339, type, detail.account?.text, detail.actor?.text, detail.role, detail.operation,
            detail.patients?.map(\.text).joined(separator: " "), detail.position.map { String($0) },
            detail.fields?.joined(separator: " "), detail.reason, detail.ids?.map(\.text).joined(separator: " "),
        ]
        return values.map { $0 ?? "" }.joined(separator: ",") + "\r\n"
    }
}

extension AuditEvent {
    /// A page of the audit trail: `{"items":[…],"next_cursor":…,"has_more":…}`.
    ///
    /// - Parameter rows: the rows of the page, followed by the first row of the next page if there is one.
    static func page(_ rows: [AuditTrail.Row], limit: Int) -> [UInt8] {
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last?.cursor.text : nil
        return Page.bytes(shown.map(\.event), codec, next: next)
    }
}
