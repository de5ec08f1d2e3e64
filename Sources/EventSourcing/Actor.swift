public import Identifiers

/// The cause of an event.
public enum Actor: Hashable, Sendable {
    /// The account of a signed-in caller, in the role of their session.
    case account(UUIDBytes, role: String)
    /// A program that acts without a login. Its name is stored instead of a role.
    case program(String)

    /// The command line, with which an operator works on a database.
    public static let system = Actor.program("system")

    /// Creates an actor from its stored form: without an account, `role` is the name of a program.
    public init(account: UUIDBytes?, role: String) {
        self = if let account { .account(account, role: role) } else { .program(role) }
    }

    public var account: UUIDBytes? {
        switch self {
        case .account(let account, _): account
        case .program: nil
        }
    }

    /// The role in which the actor's account acts, or the name of the actor's program.
    public var role: String {
        switch self {
        case .account(_, let role): role
        case .program(let name): name
        }
    }
}
