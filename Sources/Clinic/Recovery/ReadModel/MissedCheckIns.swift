public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A check-in that a patient, or a person without a clinic, missed.
public struct MissedCheckInDocument: Sendable {
    public let id: ID<MissedCheckIn>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public let doctor: ID<StaffMember>?
    public let due: Instant
    public internal(set) var contactTold: Instant?
    public internal(set) var seenAt: Instant?
    public internal(set) var seenBy: ID<StaffMember>?

    public static let codec = object(
        MissedCheckInDocument.init(id:version:patient:doctor:due:contactTold:seenAt:seenBy:),
        field("id", \.id, .missedCheckInID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "doctor_id", \.doctor,
            .id().described("The doctor who prescribed the check-ins; absent: the patient chose them.")),
        field("due_at", \.due, .instant.described("When the check-in was due, in UTC.")),
        optionalField(
            "contact_told_at", \.contactTold,
            .instant.described("When the patient's contact was to be told, in UTC; absent: it was not.")),
        optionalField(
            "seen_at", \.seenAt, .instant.described("When a member of staff saw it, in UTC; absent: not yet.")),
        optionalField("seen_by", \.seenBy, .id().described("The member of staff who saw it; absent: nobody yet."))
    ).described("A check-in that a patient missed.").named("MissedCheckIn")
}

/// The read model of missed check-ins, with one row for each missed check-in.
public enum MissedCheckIns: ClinicReadModel {
    public static let table = DocumentTable("missed_check_in", key: "missed_check_in_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = MissedCheckInDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<MissedCheckInDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<MissedCheckInDocument>("doctor_id", .uuid) { $0.doctor?.bind ?? .null(.uuid) },
        DocumentColumn<MissedCheckInDocument>("due_at", .timestamptz) { $0.due.bind },
        DocumentColumn<MissedCheckInDocument>("seen", .boolean) { .bool($0.seenAt != nil) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .recovery(let event) = event else { return [] }
        return switch event {
        case .missed(let event): [DocumentKey(event.missed)]
        case .contactDue(let event): [DocumentKey(event.missed)]
        case .seen(let event): [DocumentKey(event.missed)]
        case .started, .intervalsSet, .checkedIn, .reminded, .ended, .erased: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .recovery(.missed) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.missedCheckIn) }

    public static func fold(
        _ document: MissedCheckInDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> MissedCheckInDocument? {
        guard case .recovery(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .missed(let missed):
            return MissedCheckInDocument(
                id: missed.missed, version: recorded.position, patient: missed.plan.patient,
                doctor: missed.plan.doctor, due: missed.due, contactTold: nil, seenAt: nil, seenBy: nil)
        case .contactDue: document?.contactTold = recorded.recordedAt
        case .seen(let seen):
            document?.seenAt = recorded.recordedAt
            document?.seenBy = seen.by
        case .started, .intervalsSet, .checkedIn, .reminded, .ended, .erased: break
        }
        return document
    }
}
