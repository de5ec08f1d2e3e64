import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// The staff to whom a thread of messages is assigned: all staff of a role, or one member.
///
/// The assignee decides which staff may read and answer a thread. Admins may read every thread. Doctors and
/// receptionists may read the threads that are assigned to nobody, to their role, or to themselves. So a receptionist
/// cannot read a thread that is assigned to doctors. A thread about a restricted record also needs access to that
/// record.
public enum MessageAssignee: Hashable, Sendable {
    case role(StaffRole)
    case member(ID<StaffMember>)

    var role: StaffRole? { if case .role(let role) = self { role } else { nil } }
    var member: ID<StaffMember>? { if case .member(let member) = self { member } else { nil } }

    /// The assignee of a thread that a request or an event names: a role, a member of staff, or nobody (`nil`).
    ///
    /// - Throws: a `CheckFailure` if both a role and a member of staff are named.
    static func checked(
        role: StaffRole?, member: ID<StaffMember>?
    ) throws(CheckFailure) -> MessageAssignee? {
        guard let role else { return member.map { .member($0) } }
        guard member == nil else {
            throw CheckFailure("not_both", "must not name both a role and a member of staff")
        }
        return .role(role)
    }
}

extension RecordReader {
    /// Whether this member of staff may read and answer a thread with this assignee.
    func reaches(_ assignee: MessageAssignee?) -> Bool {
        guard role != .admin, let assignee else { return true }
        return switch assignee {
        case .role(let wanted): wanted.rawValue == role.rawValue
        case .member(let member): member == staff
        }
    }
}

extension Codec where Value == StaffRole {
    static var assignedRole: Codec {
        .stringEnum.described(
            """
            The role whose members answer the thread; absent if the thread is assigned to a member of staff or to \
            nobody.
            """
        )
    }
}

extension Codec where Value == ID<StaffMember> {
    static var assignedStaff: Codec {
        .id().described(
            "The member of staff who answers the thread. Without this member and `assigned_role`, all staff answer.")
    }
}
