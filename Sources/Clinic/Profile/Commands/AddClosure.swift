public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that closes the clinic for some days. The appointments of those days stay until somebody moves or
/// cancels them.
public struct AddClosure: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case tooManyClosures

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .tooManyClosures:
                Problem(.limitReached, "At most \(AddClosure.limit) closures; remove those that are over.")
            }
        }
    }

    public let closure: Closure

    public init(_ closure: Closure) { self.closure = closure }

    /// The maximum number of a clinic's closures. More would be a mistake, and every booking reads all of them.
    static let limit = 500

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard !settings.closures.contains(where: { $0.id == closure.id }) else { return [] }
        guard settings.closures.count < AddClosure.limit else { throw .tooManyClosures }
        return [.profile(.closureAdded(ClosureAdded(closure: closure)))]
    }
}

struct ClosureBody: Sendable {
    let days: DateRange
    let reason: String

    static let codec = object(
        ClosureBody.checked(first:last:reason:),
        field(
            "first_day", \.days.first, .date.described("The first closed day (inclusive), by the clinic's calendar.")),
        field("last_day", \.days.last, .date.described("The last closed day (inclusive), by the clinic's calendar.")),
        field(
            "reason", \.reason,
            .name().described("Why the clinic is closed; everybody at the clinic and its patients may read it."))
    ).described("The closure to add.").named("AddClosure")

    private static func checked(
        first: CivilDate, last: CivilDate, reason: String
    ) throws(CheckFailure) -> ClosureBody {
        ClosureBody(days: try DateRange.checked(first, last), reason: reason)
    }
}

extension ProfileAPI {
    static let addClosure = Endpoint<ClinicAction>(
        .post, "/api/v1/clinic/closures", id: "addClosure", summary: "Close the clinic for some days",
        details: """
            Nothing can be booked on these days any more. Appointments that exist stay: `affected_appointments` names them.
            """, tag: "Clinic",
        for: AdminOnly.self, takes: .body(ClosureBody.codec),
        answers: [.created(ClinicSettingsAnswer.codec, "The settings with the closure")],
        problems: [.clinicNotFounded, .limitReached], idempotency: .accepted
    ) { caller, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddClosure(Closure(id: newID(), days: body.days, reason: body.reason)),
                answer: .settings(in: caller.clinic, affecting: body.days, location: "/api/v1/clinic/settings"))
        }
    }
}
