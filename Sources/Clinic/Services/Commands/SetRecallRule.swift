public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that sets the time after which patients who had a service should come again. The rule applies to past
/// visits too.
public struct SetRecallRule: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchService
        case retired

        public var problem: Problem {
            switch self {
            case .noSuchService: .notFound
            case .retired: Problem(.serviceRetired)
            }
        }
    }

    let service: ID<Service>
    let interval: RecallInterval

    public init(_ service: ID<Service>, _ interval: RecallInterval) {
        self.service = service
        self.interval = interval
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].services[service] else { throw .noSuchService }
        guard known.isActive else { throw .retired }
        guard known.recall != interval else { return [] }
        return [.service(.recallRuleSet(RecallRuleSet(service: service, interval: interval)))]
    }
}

extension ServicesAPI {
    static let setRecallRule = Endpoint<ClinicAction>(
        .put, "/api/v1/services/{service_id}/recall", id: "setRecallRule", summary: "Recall patients after some time",
        details: """
            Patients whose last completed visit for the service is so long ago are in `GET /api/v1/recalls`, also for visits \
            from before the rule.
            """,
        tag: "Services", for: AdminOnly.self,
        takes: .path("service_id", .serviceID), .body(RecallInterval.codec),
        answers: [.ok(ServiceDocument.codec, "The service as it is now")],
        problems: [.notFound, .serviceRetired], idempotency: .accepted
    ) { _, service, interval throws(Problem) in
        .command(
            ClinicCommand(
                SetRecallRule(service, interval), answer: DocumentAnswer(Services.self, DocumentKey(service))))
    }
}
