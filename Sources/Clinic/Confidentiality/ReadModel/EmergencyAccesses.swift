public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A type that only distinguishes the ids of emergency accesses, `ID<EmergencyAccess>`, from other ids.
public enum EmergencyAccess {}

/// The document of an emergency access to a restricted record.
public struct EmergencyAccessDocument: Hashable, Sendable {
    public let id: ID<EmergencyAccess>
    public var version: Int64
    public let patient: ID<Patient>
    public let account: UUIDBytes
    public let staff: ID<StaffMember>
    public let role: Role
    public var reason: Personal<String>
    public let openedAt: Instant
    public let until: Instant

    public static let codec = object(
        EmergencyAccessDocument.init(id:version:patient:account:staff:role:reason:openedAt:until:),
        field("id", \.id, .id().described("The access's id.")),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("account_id", \.account, .uuid.described("The account that opened the record.")),
        field("staff_id", \.staff, .staffID),
        field("role", \.role, .stringEnum.described("The role in which the record was opened.")),
        field(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500), placeholder: erasedText).described("The reason that was given.")),
        field("opened_at", \.openedAt, .instant.described("When the record was opened, in UTC.")),
        field("until", \.until, .instant.described("Until when it is open to the account, in UTC."))
    ).described("An emergency access to a restricted record.").named("EmergencyAccess")
}

/// The read model of emergency accesses to restricted records, with one row for each access.
public enum EmergencyAccesses: ClinicReadModel {
    public static let table = DocumentTable("emergency_access", key: "access_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = EmergencyAccessDocument.codec
    public static let columns = [
        DocumentColumn<EmergencyAccessDocument>("patient_id", .uuid) { .uuid($0.patient.uuid) }
    ]

    public static func person(of document: EmergencyAccessDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .emergency(.glassBroken(let broken)) = event { return [DocumentKey(broken.access)] }
        if case .patient(let event) = event { return event.withoutTexts(\.emergencies) }
        return []
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .emergency(.glassBroken) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        switch event {
        case .emergency(.glassBroken(let broken)): [.patient(broken.patient)]
        case .patient(let event): [.patient(event.patient)]
        case .profile, .service, .chair, .staff, .guardian, .block, .hold, .waitlist, .recall, .series, .appointment,
            .billing, .draft, .drawer, .family, .insurance, .recovery, .file,
            .notification, .treatment,
            .finding, .perio, .chart,
            .vitals, .note, .prescription, .historyForm, .consent,
            .message, .quarantined:
            []
        }
    }

    public static func fold(
        _ document: EmergencyAccessDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> EmergencyAccessDocument? {
        if case .emergency(.glassBroken(let broken)) = recorded.event {
            return EmergencyAccessDocument(
                id: broken.access, version: recorded.position, patient: broken.patient, account: broken.account,
                staff: broken.staff, role: broken.role, reason: broken.reason, openedAt: recorded.recordedAt,
                until: broken.until)
        }
        var document = document
        if recorded.event.takesTexts {
            document?.version = recorded.position
            document?.reason = .erased
        }
        return document
    }
}
