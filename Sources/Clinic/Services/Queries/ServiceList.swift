import Endpoints
import EventSourcing
import Identifiers
import JSON

extension ServicesAPI {
    static let listServices = Endpoint<ClinicAction>(
        .get, "/api/v1/services", id: "listServices", summary: "List the clinic's services by name",
        details: "Patients see the services on offer; the staff see retired ones too.", tag: "Services",
        for: Anyone.self,
        takes: .optionalQuery(
            "active", .bool.described("`true`: only services on offer; `false`: only retired services; absent: both.")),
        .pageByName,
        answers: [.page(of: ServiceDocument.codec, "A page of services")], caching: .privateETag(maxAge: 60)
    ) { caller, active, page throws(Problem) in
        let active = caller.role == .patient ? true : active
        return .query { _, _ in
            .byName(
                Services.self, in: caller.clinic, where: .whereActive(active), page)
        }
    }

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
