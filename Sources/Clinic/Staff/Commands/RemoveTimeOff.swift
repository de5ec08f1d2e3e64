public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that removes an absence of a member of staff.
public struct RemoveTimeOff: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        case noSuchTimeOff

        public var problem: Problem {
            switch self {
            case .noSuchMember, .noSuchTimeOff: .notFound
            }
        }
    }

    public let member: ID<StaffMember>
    public let timeOff: ID<TimeOff>

    public init(_ member: ID<StaffMember>, _ timeOff: ID<TimeOff>) {
        self.member = member
        self.timeOff = timeOff
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard known.timeOff.contains(where: { $0.id == timeOff }) else { throw .noSuchTimeOff }
        return [.staff(.timeOffRemoved(TimeOffRemoved(staff: member, timeOff: timeOff)))]
    }
}

extension StaffAPI {
    static let removeTimeOff = Endpoint<ClinicAction>(
        .delete, "/api/v1/staff/{staff_id}/time-off/{time_off_id}", id: "removeTimeOff",
        summary: "Remove time off", details: "Appointments can be booked in this time again.",
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID),
        .path("time_off_id", .timeOffID),
        answers: [.ok(StaffAnswer.codec, "The member of staff without the time off")], problems: [.notFound],
        idempotency: .accepted
    ) { _, member, timeOff throws(Problem) in
        .command(
            ClinicCommand(
                RemoveTimeOff(member, timeOff), answer: .staff(member)))
    }
}
