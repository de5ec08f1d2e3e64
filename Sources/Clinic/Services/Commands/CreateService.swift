public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a service that the clinic offers.
public struct CreateService: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case unacceptable(ServiceFault)

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .unacceptable(let fault): fault.problem
            }
        }
    }

    public let service: ID<Service>
    public let details: ServiceDetails

    public init(_ service: ID<Service>, _ details: ServiceDetails) {
        self.service = service
        self.details = details
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.services[service] == nil else { return [] }
        guard settings.isFounded else { throw .notFounded }
        if let fault = settings.fault(in: details, of: service) { throw .unacceptable(fault) }
        return [.service(.serviceCreated(ServiceCreated(service: service, details: details)))]
    }
}

extension ServicesAPI {
    static let createService = Endpoint<ClinicAction>(
        .post, "/api/v1/services", id: "createService", summary: "Add a service",
        details: "From now on the service can be booked.",
        tag: "Services",
        for: AdminOnly.self, takes: .body(ServiceDetails.codec.named("ServiceDetails")),
        answers: [.created(ServiceDocument.codec, "The new service")], problems: ServiceFault.problems,
        idempotency: .accepted
    ) { _, details throws(Problem) in
        .creation { newID in
            let service: ID<Service> = newID()
            return ClinicCommand(
                CreateService(service, details),
                answer: DocumentAnswer(
                    Services.self, DocumentKey(service), location: "/api/v1/services/\(service)"))
        }
    }
}
