public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that adds hours of the clinic that differ from an ordinary week. Appointments that exist stay.
public struct AddSpecialHours: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case tooMany

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .tooMany:
                Problem(.limitReached, "At most \(AddSpecialHours.limit) special hours; remove those that are over.")
            }
        }
    }

    public let hours: SpecialHours

    public init(_ hours: SpecialHours) { self.hours = hours }

    /// The maximum number of a clinic's special hours. More would be a mistake, and every booking reads all of them.
    static let limit = 200

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard !settings.specialHours.contains(where: { $0.id == hours.id }) else { return [] }
        guard settings.specialHours.count < AddSpecialHours.limit else { throw .tooMany }
        return [.profile(.specialHoursAdded(SpecialHoursAdded(hours: hours)))]
    }
}

/// The body of an admin's request to add special hours of the clinic.
struct SpecialHoursBody: Sendable {
    let hours: SpecialHours

    /// The special hours that the request adds to the clinic's, with the id that the server has made for them.
    func hours(_ id: ID<SpecialHours>) -> SpecialHours { hours.with(id) }

    static let codec = object(
        SpecialHoursBody.checked(first:last:weekdays:everyWeeks:effect:shifts:reason:),
        field("first_day", \.hours.days.first, .specialFirstDay),
        field("last_day", \.hours.days.last, .specialLastDay),
        optionalField("weekdays", \.hours.weekdays, .specialWeekdays),
        field("every_weeks", \.hours.everyWeeks, .specialWeeks, default: 1),
        field("effect", \.hours.effect, .hoursEffect),
        field("shifts", \.hours.shifts, .specialShifts, default: []),
        optionalField("reason", \.hours.reason, .specialReason)
    ).described("The special hours to add.").named("AddSpecialHours")

    private static func checked(
        first: CivilDate, last: CivilDate, weekdays: [Int]?, everyWeeks: Int, effect: HoursEffect, shifts: [Shift],
        reason: String?
    ) throws(CheckFailure) -> SpecialHoursBody {
        SpecialHoursBody(
            hours: try .checked(
                id: ID(UUIDBytes(high: 0, low: 0)), first: first, last: last, weekdays: weekdays,
                everyWeeks: everyWeeks,
                effect: effect, shifts: shifts, reason: reason))
    }
}

extension ProfileAPI {
    static let addSpecialHours = Endpoint<ClinicAction>(
        .post, "/api/v1/clinic/special-hours", id: "addSpecialHours", summary: "Set special hours on some dates",
        details: """
            Other hours, extra hours or none on some dates, also in every second week only. A shift may go on after \
            midnight; each appointment lies within one day. Appointments that exist stay: `affected_appointments` names those \
            that cannot take place.
            """, tag: "Clinic",
        for: AdminOnly.self, takes: .body(SpecialHoursBody.codec),
        answers: [.created(ClinicSettingsAnswer.codec, "The settings with the special hours")],
        problems: [.clinicNotFounded, .limitReached], idempotency: .accepted
    ) { caller, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddSpecialHours(body.hours(newID())),
                answer: .settings(
                    in: caller.clinic, affecting: body.hours.affectedDays, location: "/api/v1/clinic/settings"))
        }
    }
}
