public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Adds hours of a member of staff that differ from their ordinary week.
public struct AddStaffHours: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        case deactivated
        case tooMany

        public var problem: Problem {
            switch self {
            case .noSuchMember: .notFound
            case .deactivated: Problem(.staffDeactivated)
            case .tooMany:
                Problem(
                    .limitReached,
                    "At most \(AddStaffHours.limit) special hours of a person; remove those that are over.")
            }
        }
    }

    public let member: ID<StaffMember>
    public let hours: SpecialHours

    public init(_ member: ID<StaffMember>, _ hours: SpecialHours) {
        self.member = member
        self.hours = hours
    }

    /// The maximum number of a person's special hours. More would be a mistake, and every booking reads all of them.
    static let limit = 100

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard known.isActive else { throw .deactivated }
        guard !known.specialHours.contains(where: { $0.id == hours.id }) else { return [] }
        guard known.specialHours.count < AddStaffHours.limit else { throw .tooMany }
        return [.staff(.staffHoursAdded(StaffHoursAdded(staff: member, hours: hours)))]
    }
}

extension StaffAPI {
    static let addStaffHours = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/special-hours", id: "addStaffHours",
        summary: "Set a person's special hours on some dates",
        details: """
            Other hours, extra hours or none on some dates, also in every second week only. They count within the clinic's \
            opening hours. Appointments that exist stay: `affected_appointments` names those that cannot take place.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(SpecialHoursBody.codec),
        answers: [.created(StaffAnswer.codec, "The member of staff with the special hours")],
        problems: [.notFound, .staffDeactivated, .limitReached], idempotency: .accepted
    ) { caller, member, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddStaffHours(member, body.hours(newID())),
                answer: .staff(
                    member, in: caller.clinic, affecting: body.hours.days, location: "/api/v1/staff/\(member)"))
        }
    }
}
