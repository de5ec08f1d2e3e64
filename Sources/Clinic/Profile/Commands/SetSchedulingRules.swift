public import Endpoints
public import EventSourcing
import JSON

/// The command that replaces the clinic's rules for booking and cancelling. Appointments that exist keep their
/// deadlines.
public struct SetSchedulingRules: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let rules: SchedulingRules

    public init(_ rules: SchedulingRules) { self.rules = rules }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.rules != rules else { return [] }
        return [.profile(.schedulingRulesSet(SchedulingRulesSet(rules: rules)))]
    }
}

extension ProfileAPI {
    static let setSchedulingRules = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/scheduling", id: "setSchedulingRules", summary: "Set the rules for booking",
        details: "The body replaces all rules. Appointments that exist keep their `cancel_deadline`.",
        tag: "Clinic", for: AdminOnly.self, takes: .body(SchedulingRules.codec.named("SchedulingRules")),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, rules throws(Problem) in
        .command(ClinicCommand(SetSchedulingRules(rules), answer: .settings))
    }
}
