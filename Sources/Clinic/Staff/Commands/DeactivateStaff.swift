public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that marks a person as a former member of staff. The person's appointments stay until somebody moves or
/// cancels them.
public struct DeactivateStaff: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        /// The calling admin tried to deactivate themselves.
        case oneself
        /// The calling admin has lost the admin role, or was deactivated, since the request was authorized.
        case adminNoMore

        public var problem: Problem {
            switch self {
            case .noSuchMember: .notFound
            case .oneself: Problem(.ownAccess)
            case .adminNoMore: Problem(.forbidden)
            }
        }
    }

    /// The person who deactivates a member of staff.
    public enum Decider: Hashable, Sendable {
        /// The calling admin. Admins cannot deactivate themselves, so that a clinic keeps an admin.
        case admin(ID<StaffMember>)
        /// The operator at the server's machine, who is not a member of staff.
        case `operator`
    }

    public let member: ID<StaffMember>
    public let decider: Decider

    public init(_ member: ID<StaffMember>, by decider: Decider) {
        self.member = member
        self.decider = decider
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        if case .admin(let admin) = decider {
            guard member != admin else { throw .oneself }
            guard settings.isStillAdmin(admin) else { throw .adminNoMore }
        }
        return known.isActive ? [.staff(.staffDeactivated(StaffDeactivated(staff: member)))] : []
    }
}

extension StaffAPI {
    static let deactivateStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/deactivate", id: "deactivateStaff", summary: "Deactivate a member of staff",
        details: """
            They take no more appointments and cannot sign in any more. Appointments that exist stay: \
            `affected_appointments` names them. Admins cannot deactivate themselves.
            """,
        tag: "Staff",
        for: AdminOnly.self, takes: .path("staff_id", .staffID),
        answers: [.ok(StaffAnswer.codec, "The member of staff as they are now")],
        problems: [.notFound, .ownAccess], idempotency: .accepted
    ) { caller, member throws(Problem) in
        .command(
            ClinicCommand(
                DeactivateStaff(member, by: .admin(ID(caller.subject))),
                answer: .staff(member, in: caller.clinic), endsSessions: true))
    }
}
