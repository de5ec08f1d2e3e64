public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that ends the recalls for a service.
public struct RemoveRecallRule: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchService

        public var problem: Problem {
            switch self {
            case .noSuchService: .notFound
            }
        }
    }

    let service: ID<Service>

    public init(_ service: ID<Service>) { self.service = service }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].services[service] else { throw .noSuchService }
        return known.recall == nil ? [] : [.service(.recallRuleRemoved(RecallRuleRemoved(service: service)))]
    }
}

extension ServicesAPI {
    static let removeRecallRule = Endpoint<ClinicAction>(
        .delete, "/api/v1/services/{service_id}/recall", id: "removeRecallRule", summary: "Stop recalling patients",
        details: "No patient is due for the service any more. Repeating this changes nothing.",
        tag: "Services", for: AdminOnly.self, takes: .path("service_id", .serviceID),
        answers: [.ok(ServiceDocument.codec, "The service as it is now")], problems: [.notFound], idempotency: .accepted
    ) { _, service throws(Problem) in
        .command(ClinicCommand(RemoveRecallRule(service), answer: DocumentAnswer(Services.self, DocumentKey(service))))
    }
}
