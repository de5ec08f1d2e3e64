public import EventSourcing
public import Identifiers
public import JSON

public enum FamilyEvent: FeatureEvent {
    case accountSet(FamilyAccountSet)

    public var payload: any EventPayload {
        switch self {
        case .accountSet(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types.with(FamilyAccountSet.self) { .family(.accountSet($0)) }
    }
}

/// The members of a family account were named. They replace the ones before.
public struct FamilyAccountSet: EventPayload, Hashable {
    public let guarantor: ID<Patient>
    public let members: [ID<Patient>]

    public static let stored = StoredType("family-account-set")
    public static let codec = object(
        FamilyAccountSet.init(guarantor:members:), field("guarantor_id", \.guarantor, .id()),
        field("members", \.members, .array(.id())))
    public var tags: [Tag] { [.familyAccount(guarantor)] }
}
