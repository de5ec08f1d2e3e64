public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A family account, as it is stored and sent: the guarantor's id and the members.
public struct FamilyAccountDocument: Hashable, Sendable {
    public let id: ID<Patient>
    public let version: Int64
    public let members: [ID<Patient>]
}

/// The read model `family_account`, with one row for each guarantor.
public enum FamilyAccounts: ClinicReadModel {
    public static let table = DocumentTable("family_account", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let readsPersonal = false

    public static let codec = object(
        FamilyAccountDocument.init(id:version:members:),
        field("id", \.id, .id().described("The id of the guarantor: the patient who pays.")),
        field("version", \.version, .version),
        field(
            "members", \.members,
            .array(Codec<ID<Patient>>.id()).described("The ids of the patients for whom the guarantor pays too."))
    ).described("The patients for whom one patient pays.").named("FamilyAccount")

    public static let columns: [DocumentColumn<FamilyAccountDocument>] = []

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .family(.accountSet(let set)) = event { [DocumentKey(set.guarantor)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.familyAccount) }

    public static func fold(
        _ document: FamilyAccountDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> FamilyAccountDocument? {
        guard case .family(.accountSet(let set)) = recorded.event else { return document }
        return FamilyAccountDocument(id: set.guarantor, version: recorded.position, members: set.members)
    }
}
