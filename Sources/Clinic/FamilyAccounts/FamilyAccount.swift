public import EventSourcing
public import Identifiers

/// The state of a family account: the patients for whom one patient, the guarantor, pays.
public struct FamilyAccount: EventSourced {
    /// The members of the family account, without the guarantor.
    public private(set) var members: [ID<Patient>] = []
    /// Whether the members of the family account were ever named, even as an empty list.
    private(set) var isKnown = false

    public static let initial = FamilyAccount()
    public static let readsPersonal = false
    /// Only the last event about a family account is read, since each one names all members.
    public static let readsLast = true

    /// The largest number of members of a family account, so that a payment reads a bounded number of accounts.
    static let mostMembers = 20

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .family(.accountSet(let set)) = recorded.event else { return }
        members = set.members
        isKnown = true
    }
}

extension Subject<FamilyAccount> {
    public static func familyAccount(_ guarantor: ID<Patient>) -> Subject<FamilyAccount> {
        Subject(.familyAccount(guarantor))
    }
}
