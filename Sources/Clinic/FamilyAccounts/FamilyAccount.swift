public import EventSourcing
public import Identifiers

/// The patients for whom one patient, the guarantor, pays.
public struct FamilyAccount: EventSourced {
    /// The members besides the guarantor.
    public private(set) var members: [ID<Patient>] = []

    public static let initial = FamilyAccount()
    public static let readsPersonal = false
    /// Each event names all members.
    public static let readsLast = true

    /// The largest number of members, so that a payment reads a bounded number of accounts.
    static let mostMembers = 20

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .family(.accountSet(let set)) = recorded.event { members = set.members }
    }
}

extension Subject<FamilyAccount> {
    public static func familyAccount(_ guarantor: ID<Patient>) -> Subject<FamilyAccount> {
        Subject(.familyAccount(guarantor))
    }
}
