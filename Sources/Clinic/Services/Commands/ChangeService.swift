public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that changes a service's details. Existing appointments and invoices keep the old details.
public struct ChangeService: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchService
        case retired
        case unacceptable(ServiceFault)

        public var problem: Problem {
            switch self {
            case .noSuchService: .notFound
            case .retired: Problem(.serviceRetired)
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
        guard let known = settings.services[service] else { throw .noSuchService }
        guard known.isActive else { throw .retired }
        guard known.details != details else { return [] }
        if let fault = settings.fault(in: details, of: service) { throw .unacceptable(fault) }
        return [.service(.serviceChanged(ServiceChanged(service: service, details: details)))]
    }
}

extension ServicesAPI {
    static let changeService = Endpoint<ClinicAction>(
        .put, "/api/v1/services/{service_id}", id: "changeService", summary: "Change a service",
        details: "The body replaces all details. Appointments and invoices that exist keep the old ones.",
        tag: "Services", for: AdminOnly.self,
        takes: .path("service_id", .serviceID), .body(ServiceDetails.codec.named("ServiceDetails")),
        answers: [.ok(ServiceDocument.codec, "The service as it is now")],
        problems: ServiceFault.problems + [.notFound, .serviceRetired],
        idempotency: .accepted
    ) { _, service, details throws(Problem) in
        .command(
            ClinicCommand(ChangeService(service, details), answer: DocumentAnswer(Services.self, DocumentKey(service))))
    }
}

extension Problem.Kind {
    public static let serviceRetired = Problem.Kind(
        "service-retired", 409, "The service is no longer offered",
        means: "The service was retired; it is kept for old appointments and invoices.",
        remedy: "Create a new service instead.")
}
