public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds special hours of a member of staff: hours that differ from the member's ordinary week.
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

/// Special hours of a member of staff as an admin sends them. They have no reason: colleagues and patients may read
/// special hours, and the reason may be private.
struct StaffHoursBody: Sendable {
    let hours: SpecialHours

    /// The staff member's special hours with the id that the server has made for them.
    func hours(_ id: ID<SpecialHours>) -> SpecialHours { hours.with(id) }

    static let codec = object(
        StaffHoursBody.checked(first:last:weekdays:everyWeeks:effect:shifts:),
        field("first_day", \.hours.days.first, .specialFirstDay),
        field("last_day", \.hours.days.last, .specialLastDay),
        optionalField("weekdays", \.hours.weekdays, .specialWeekdays),
        field("every_weeks", \.hours.everyWeeks, .specialWeeks, default: 1),
        field("effect", \.hours.effect, .hoursEffect),
        field("shifts", \.hours.shifts, .specialShifts, default: [])
    ).described("The special hours to add; without a reason, since colleagues and patients may read them.").named(
        "AddStaffHours")

    private static func checked(
        first: CivilDate, last: CivilDate, weekdays: [Int]?, everyWeeks: Int, effect: HoursEffect, shifts: [Shift]
    ) throws(CheckFailure) -> StaffHoursBody {
        StaffHoursBody(
            hours: try .checked(
                id: ID(UUIDBytes(high: 0, low: 0)), first: first, last: last, weekdays: weekdays,
                everyWeeks: everyWeeks, effect: effect, shifts: shifts, reason: nil))
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
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(StaffHoursBody.codec),
        answers: [.created(StaffAnswer.codec, "The member of staff with the special hours")],
        problems: [.notFound, .staffDeactivated, .limitReached], idempotency: .accepted
    ) { caller, member, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddStaffHours(member, body.hours(newID())),
                answer: .staff(
                    member, in: caller.clinic, affecting: body.hours.affectedDays,
                    location: "/api/v1/staff/\(member)"))
        }
    }
}
