public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a member of staff, who has no login yet.
public struct HireStaff: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case clinicClosed
        /// Another active member of staff has the same e-mail address.
        case emailTaken(by: ID<StaffMember>)

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .clinicClosed: Problem(.clinicClosed)
            case .emailTaken(let other): .staffEmailTaken(by: other)
            }
        }
    }

    public let member: ID<StaffMember>
    public let details: StaffDetails

    public init(_ member: ID<StaffMember>, _ details: StaffDetails) {
        self.member = member
        self.details = details
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.staff[member] == nil else { return [] }
        guard settings.isFounded else { throw .notFounded }
        guard settings.closedOn == nil else { throw .clinicClosed }
        if let other = settings.member(withEmailOf: details, besides: member) { throw .emailTaken(by: other) }
        return [.staff(.staffHired(StaffHired(staff: member, details: details)))]
    }
}

extension StaffAPI {
    static let hireStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff", id: "hireStaff", summary: "Add a member of staff",
        details: "This gives no login; `POST /api/v1/staff/{staff_id}/account` does.", tag: "Staff",
        for: AdminOnly.self,
        takes: .body(StaffDetails.codec.named("StaffDetails")),
        answers: [.created(StaffAnswer.codec, "The new member of staff")],
        problems: [.clinicNotFounded, .clinicClosed, .staffEmailTaken], idempotency: .accepted
    ) { _, details throws(Problem) in
        .creation { newID in
            let member: ID<StaffMember> = newID()
            return ClinicCommand(
                HireStaff(member, details),
                answer: .staff(member, location: "/api/v1/staff/\(member)"))
        }
    }
}
