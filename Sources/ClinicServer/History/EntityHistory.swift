import Clinic
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import SQL

/// One change in the history of an entity: its time, actor, reason, and the names of the changed fields without values.
struct EntityChange: Sendable {
    let position: Int64
    let type: String
    let at: Instant
    let role: String
    let account: UUIDBytes?
    let name: String?
    let reason: String?
    let fields: [String]

    /// The change without the reason that was given.
    var withoutReason: EntityChange {
        EntityChange(
            position: position, type: type, at: at, role: role, account: account, name: name, reason: nil,
            fields: fields)
    }

    static let codec = object(
        EntityChange.init(position:type:at:role:account:name:reason:fields:),
        field(
            "position", \.position,
            .int64(1...Int64.max).described("The change's position in the clinic's feed; `as_of` takes it.")),
        field("event_type", \.type, .string(max: 60).described("The event's type, such as `appointment-rescheduled`.")),
        field("timestamp", \.at, .instant.described("When it was recorded, in UTC.")),
        field("role", \.role, .string(max: 50).described("The role in which it was done, or the name of a program.")),
        optionalField(
            "account_id", \.account, Codec<UUIDBytes>.uuid.described("The account that did it; absent for a program.")),
        optionalField(
            "name", \.name,
            .string(max: 200).described("The name of the member of staff who did it; absent for others.")),
        optionalField(
            "reason", \.reason, .text(max: 2_000).described("The reason that was given; absent if there was none.")),
        field(
            "fields", \.fields,
            .array(.string(max: 200)).described(
                "The members of the event that it set, with `/` between nested names; of an event that replaces a whole record, "
                    + "those whose values differ from before."))
    ).described("A change in the history of an entity.").named("EntityChange")
}

extension LoopServices {
    /// The maximum number of changes in the answer with an entity's history. Earlier changes are left out.
    static let mostChanges = 500

    /// The last `mostChanges` changes of an entity, the latest first, and the patients whom their events are about.
    ///
    /// - Parameters:
    ///   - tags: the entity's own tag; for a patient, also that of the record that was merged into the patient's.
    ///   - document: a document whose changes are the entity's too, although their events have other tags; `nil` if all
    ///     events of the entity have its tag. For example, a payment changes an invoice.
    func changes(
        under tags: [Tag], and document: PastDocument?, in clinic: UUIDBytes
    ) async throws -> (changes: [EntityChange], patients: [UUIDBytes]) {
        var found = try await log.events(under: tags, in: clinic)
        if let document {
            let more = Set(found.flatMap { document.projection.tags(of: document.key, toldBy: $0.event) })
            found = try await log.events(under: tags + more, in: clinic).filter {
                $0.event.tags.contains(where: tags.contains) || document.projection.keys(of: $0).contains(document.key)
            }
        }
        let events = found.suffix(Self.mostChanges)
        let fields = try await ChangedFields(services: self, clinic: clinic).of(events.map(\.position))
        let names = try await staffNames(of: Set(events.compactMap(\.actor.account)), in: clinic)
        let changes = events.reversed().map { recorded in
            let payload = recorded.event.payload
            let data = try? JSONValue(parsing: payload.plainBytes, limits: .stored)
            return EntityChange(
                position: recorded.position, type: type(of: payload).stored.name, at: recorded.recordedAt,
                role: recorded.actor.role, account: recorded.actor.account,
                name: recorded.actor.account.flatMap { names[$0] }, reason: data?["reason"]?.string,
                fields: fields[recorded.position] ?? [])
        }
        return (changes, Array(Set(events.compactMap { Self.patient(of: $0.event) })))
    }

    /// The patient whose personal values are in an event, or whose family account the event changes; `nil` if there is
    /// none.
    private static func patient(of event: ClinicEvent) -> UUIDBytes? {
        if case .family(.accountSet(let set)) = event { return set.guarantor.uuid }
        if case .staff = event { return nil }
        return event.payload.person
    }

    /// The names of members of staff, by the accounts with which they sign in.
    private func staffNames(of accounts: Set<UUIDBytes>, in clinic: UUIDBytes) async throws -> [UUIDBytes: String] {
        let rows = try await reads.perform(
            """
            SELECT DISTINCT m.account_id, s.document ->> 'name'
            FROM membership AS m JOIN staff_member AS s ON s.clinic_id = m.clinic_id AND s.staff_id = m.subject_id
            WHERE m.clinic_id = \(clinic) AND m.account_id = ANY (\(Array(accounts))::uuid[])
            """, effect: .reads)
        var names: [UUIDBytes: String] = [:]
        for row in rows { if let name = try row.optionalText(1) { names[try row.uuid(0)] = name } }
        return names
    }
}
