/// Roles that PostgreSQL does not let the login of a connection take on.
public struct RefusedRole: Sendable, Hashable {
    /// The names of the refused roles.
    public let roles: [String]
    /// The role that the database's URL logs in with.
    public let login: String
    /// The statement that permits it; `nil` if the roles do not exist. A superuser must run it, or a role with ADMIN
    /// OPTION on the refused roles.
    public let statement: String?

    /// Describes roles that exist, and that PostgreSQL does not let the login take on.
    ///
    /// - Parameter serverVersion: PostgreSQL's version as libpq gives it, such as 150014 or 180006.
    public init(_ roles: [String], for login: String, serverVersion: Int) {
        self.roles = roles
        self.login = login
        // From PostgreSQL 16 on, a membership has the options ADMIN, INHERIT and SET. A role gets a membership with
        // ADMIN alone in each role that it creates, and a GRANT without options by a superuser would leave that as it
        // is. PostgreSQL 15 does not know the option.
        let option = Self.hasSetOption(serverVersion) ? " WITH SET TRUE" : ""
        statement = "GRANT \(roles.map(Self.quoted).joined(separator: ", ")) TO \(Self.quoted(login))\(option)"
    }

    /// Describes a role that does not exist.
    init(missing role: String, for login: String) {
        roles = [role]
        self.login = login
        statement = nil
    }

    /// Whether memberships have the option SET, without which `SET ROLE` is refused.
    ///
    /// - Parameter serverVersion: PostgreSQL's version as libpq gives it.
    public static func hasSetOption(_ serverVersion: Int) -> Bool { serverVersion >= 160_000 }

    private static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || $0 == 0x5F }
        guard !isPlain else { return name }
        return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension RefusedRole: CustomStringConvertible {
    public var description: String {
        let names = "\(roles.count == 1 ? "the role" : "the roles") \(roles.joined(separator: ", "))"
        guard let statement else { return "\(names) does not exist in this PostgreSQL: run chairside migrate" }
        return """
            PostgreSQL does not let the login \(login) take on \(names), with which Chairside works. \
            A superuser must run: \(statement)
            """
    }
}
