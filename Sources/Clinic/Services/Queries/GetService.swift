import Endpoints
import EventSourcing
import Identifiers
import JSON

extension ServicesAPI {
    static let getService = Endpoint<ClinicAction>(
        .get, "/api/v1/services/{service_id}", id: "getService", summary: "Show a service",
        details: "Retired services are shown too.",
        tag: "Services",
        for: Anyone.self, takes: .path("service_id", Codec<ID<Service>>.serviceID),
        answers: [.ok(ServiceDocument.codec, "The service")], problems: [.notFound], caching: .privateETag(maxAge: 60)
    ) { caller, service throws(Problem) in
        .query { _, _ in .one(Services.self, DocumentKey(service), in: caller.clinic, shows: .nobodys) }
    }
}
