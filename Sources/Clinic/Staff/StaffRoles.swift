public import JSON

public enum StaffRole: String, CaseIterable, Sendable {
    case doctor, receptionist, admin
}

/// The roles of a member of staff in the clinic: at least one, without repetitions.
public struct StaffRoles: Hashable, Sendable {
    /// The roles of a member of staff, in the order of `StaffRole.allCases`.
    public let all: [StaffRole]

    public init(_ first: StaffRole, _ others: StaffRole...) {
        let given = [first] + others
        all = StaffRole.allCases.filter(given.contains)
    }

    /// Makes the roles of a member of staff from a list; `nil` for an empty list.
    public init?(_ roles: [StaffRole]) {
        guard !roles.isEmpty else { return nil }
        all = StaffRole.allCases.filter(roles.contains)
    }

    /// The role of a member of staff that is sent to older clients, which support only one role.
    public var first: StaffRole { all[0] }

    public func contains(_ role: StaffRole) -> Bool { all.contains(role) }

    /// The JSON of roles, which is a list of at least one name without repetitions.
    public static let codec = Codec.array(Codec<StaffRole>.stringEnum, 1...StaffRole.allCases.count)
        .checked(code: "repeated", detail: "each role once") { roles in
            Set(roles).count == roles.count ? StaffRoles(roles) : nil
        } _: {
            $0.all
        }
}
