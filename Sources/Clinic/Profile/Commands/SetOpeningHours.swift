public import Endpoints
public import EventSourcing
import JSON

/// The command that replaces the clinic's weekly opening hours.
public struct SetOpeningHours: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let hours: WeeklyHours

    public init(_ hours: WeeklyHours) { self.hours = hours }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.openingHours != hours else { return [] }
        return [.profile(.openingHoursSet(OpeningHoursSet(hours: hours)))]
    }
}

struct OpeningHoursBody: Sendable {
    let hours: WeeklyHours

    static let codec = object(
        OpeningHoursBody.init(hours:),
        field("opening_hours", \.hours, .openingHours)
    )
    .described("The hours to set.").named("SetOpeningHours")
}

extension ProfileAPI {
    static let setOpeningHours = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/opening-hours", id: "setOpeningHours", summary: "Set the hours of an ordinary week",
        details: """
            The body replaces all hours. They are by the clinic's wall clock; a weekday that is not listed is \
            closed. Appointments that exist stay: `affected_appointments` names those outside of the hours.
            """, tag: "Clinic",
        for: AdminOnly.self, takes: .body(OpeningHoursBody.codec),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { caller, body throws(Problem) in
        .command(ClinicCommand(SetOpeningHours(body.hours), answer: .settings(in: caller.clinic)))
    }
}
