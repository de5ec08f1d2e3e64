public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that retires a service, which can then no longer be booked.
public struct RetireService: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchService

        public var problem: Problem {
            switch self {
            case .noSuchService: .notFound
            }
        }
    }

    public let service: ID<Service>

    public init(_ service: ID<Service>) { self.service = service }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].services[service] else { throw .noSuchService }
        return known.isActive ? [.service(.serviceRetired(ServiceRetired(service: service)))] : []
    }
}

extension ServicesAPI {
    static let retireService = Endpoint<ClinicAction>(
        .post, "/api/v1/services/{service_id}/retire", id: "retireService", summary: "Retire a service",
        details: """
            The service cannot be booked any more. Appointments that exist stay. Repeating this changes nothing.
            """,
        tag: "Services", for: AdminOnly.self, takes: .path("service_id", .serviceID),
        answers: [.ok(ServiceDocument.codec, "The service as it is now")], problems: [.notFound], idempotency: .accepted
    ) { _, service throws(Problem) in
        .command(ClinicCommand(RetireService(service), answer: DocumentAnswer(Services.self, DocumentKey(service))))
    }
}
