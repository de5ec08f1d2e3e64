public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that removes special hours of a member of staff. Where no other special hours apply, the person's
/// ordinary hours count again.
public struct RemoveStaffHours: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        case noSuchHours

        public var problem: Problem {
            switch self {
            case .noSuchMember, .noSuchHours: .notFound
            }
        }
    }

    public let member: ID<StaffMember>
    public let hours: ID<SpecialHours>

    public init(_ member: ID<StaffMember>, _ hours: ID<SpecialHours>) {
        self.member = member
        self.hours = hours
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard known.specialHours.contains(where: { $0.id == hours }) else { throw .noSuchHours }
        return [.staff(.staffHoursRemoved(StaffHoursRemoved(staff: member, hours: hours)))]
    }
}

extension StaffAPI {
    static let removeStaffHours = Endpoint<ClinicAction>(
        .delete, "/api/v1/staff/{staff_id}/special-hours/{staff_hours_id}", id: "removeStaffHours",
        summary: "Remove a person's special hours", details: "Their ordinary hours count again.",
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID),
        .path("staff_hours_id", .specialHoursID),
        answers: [.ok(StaffAnswer.codec, "The member of staff without the special hours")], problems: [.notFound],
        idempotency: .accepted
    ) { _, member, hours throws(Problem) in
        .command(ClinicCommand(RemoveStaffHours(member, hours), answer: .staff(member)))
    }
}
