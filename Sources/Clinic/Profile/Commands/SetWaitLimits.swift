public import Endpoints
public import EventSourcing
import JSON

/// The command that sets how long patients may wait before the reception's queue shows a warning.
public struct SetWaitLimits: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    /// The clinic's new limits on waiting, which replace all present ones.
    public let limits: WaitLimits

    public init(_ limits: WaitLimits) { self.limits = limits }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let basics = model[.basics]
        guard basics.clinic != nil else { throw .notFounded }
        guard basics.waitLimits != limits else { return [] }
        return [.profile(.waitLimitsSet(WaitLimitsSet(limits: limits)))]
    }
}

extension ProfileAPI {
    static let setWaitLimits = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/wait-limits", id: "setWaitLimits", summary: "Set how long patients may wait",
        details:
            "The reception's queue says of each waiting patient when these minutes are over. The body replaces all.",
        tag: "Clinic", for: AdminOnly.self, takes: .body(WaitLimits.codec),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, limits throws(Problem) in
        .command(ClinicCommand(SetWaitLimits(limits), answer: .settings))
    }
}
