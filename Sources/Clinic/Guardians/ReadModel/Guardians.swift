public import EventSourcing
public import Identifiers
public import JSON

/// The document that lists a guardian's dependants.
public struct GuardianDocument: Hashable, Sendable {
    public let id: ID<Patient>
    public let version: Int64
    public let dependants: [ID<Patient>]

    public static let codec = object(
        GuardianDocument.init(id:version:dependants:),
        field("id", \.id, .patientID.described("The id of the patient who looks after the others.")),
        field("version", \.version, .version),
        field(
            "dependants", \.dependants,
            .array(.id()).described("The ids of the patients whom the guardian looks after."))
    ).described("A patient who looks after other patients.").named("Guardian")
}

/// The read model of guardians: one row per patient who is or was a guardian.
public enum Guardians: ClinicReadModel {
    public static let table = DocumentTable("guardian", key: "guardian_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = GuardianDocument.codec
    public static let columns: [DocumentColumn<GuardianDocument>] = []

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .guardian(let event) = event { [DocumentKey(event.guardian)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.guardian) }

    public static func fold(
        _ document: GuardianDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> GuardianDocument? {
        guard case .guardian(let event) = recorded.event else { return document }
        return GuardianDocument(
            id: event.guardian, version: recorded.position,
            dependants: event.applied(to: document?.dependants ?? []))
    }
}
