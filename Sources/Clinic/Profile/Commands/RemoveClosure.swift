public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that removes a closure, so that the clinic is open again on the days of the closure.
public struct RemoveClosure: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchClosure

        public var problem: Problem {
            switch self {
            case .noSuchClosure: .notFound
            }
        }
    }

    public let closure: ID<Closure>

    public init(_ closure: ID<Closure>) { self.closure = closure }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.settings].closures.contains(where: { $0.id == closure }) else { throw .noSuchClosure }
        return [.profile(.closureRemoved(ClosureRemoved(closure: closure)))]
    }
}

extension ProfileAPI {
    static let removeClosure = Endpoint<ClinicAction>(
        .delete, "/api/v1/clinic/closures/{closure_id}", id: "removeClosure", summary: "Remove a closure",
        details: "Appointments can be booked on these days again.",
        tag: "Clinic", for: AdminOnly.self, takes: .path("closure_id", .closureID),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings without the closure")],
        problems: [.notFound], idempotency: .accepted
    ) { _, closure throws(Problem) in
        .command(ClinicCommand(RemoveClosure(closure), answer: .settings))
    }
}
