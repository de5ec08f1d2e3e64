public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

public struct ChangeStaffDetails: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        case deactivated
        /// The calling admin tried to take the admin role from themselves.
        case oneself
        /// The calling admin has lost the admin role, or was deactivated, since the request was authorized.
        case adminNoMore
        case clinicClosed
        /// Another active member of staff has the same e-mail address.
        case emailTaken(by: ID<StaffMember>)

        public var problem: Problem {
            switch self {
            case .noSuchMember: .notFound
            case .deactivated: Problem(.staffDeactivated)
            case .oneself: Problem(.ownAccess)
            case .adminNoMore: Problem(.forbidden)
            case .clinicClosed: Problem(.clinicClosed)
            case .emailTaken(let other): .staffEmailTaken(by: other)
            }
        }
    }

    public let member: ID<StaffMember>
    public let details: StaffDetails
    public let admin: ID<StaffMember>

    /// Changes the details of a member of staff.
    ///
    /// - Parameter admin: the caller. Callers cannot take the admin role from themselves, so that the clinic keeps an
    ///   admin.
    public init(_ member: ID<StaffMember>, _ details: StaffDetails, by admin: ID<StaffMember>) {
        self.member = member
        self.details = details
        self.admin = admin
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        guard member == admin || settings.isStillAdmin(admin) else { throw .adminNoMore }
        guard known.isActive else { throw .deactivated }
        guard known.details != details else { return [] }
        guard member != admin || details.roles.contains(.admin) else { throw .oneself }
        guard settings.closedOn == nil else { throw .clinicClosed }
        if let other = settings.member(withEmailOf: details, besides: member) { throw .emailTaken(by: other) }
        return [.staff(.staffDetailsChanged(StaffDetailsChanged(staff: member, details: details)))]
    }
}

extension StaffAPI {
    static let changeStaffDetails = Endpoint<ClinicAction>(
        .put, "/api/v1/staff/{staff_id}", id: "changeStaffDetails",
        summary: "Change a member of staff's details",
        details: """
            The body replaces name, roles, specialty, e-mail and hours. Admins cannot take the role `admin` from \
            themselves. `affected_appointments` names appointments outside of the new hours.
            """,
        tag: "Staff", for: AdminOnly.self,
        takes: .path("staff_id", .staffID), .body(StaffDetails.codec.named("StaffDetails")),
        answers: [.ok(StaffAnswer.codec, "The member of staff as they are now")],
        problems: [.notFound, .staffDeactivated, .staffEmailTaken, .clinicNotFounded, .clinicClosed, .ownAccess],
        idempotency: .accepted
    ) { caller, member, details throws(Problem) in
        .command(
            ClinicCommand(
                ChangeStaffDetails(member, details, by: ID(caller.subject)),
                answer: .staff(member, in: caller.clinic), endsSessions: true))
    }
}
