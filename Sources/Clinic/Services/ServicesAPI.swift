public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The clinic's services, with duration and price.
public enum ServicesAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listServices, getService, createService, changeService, retireService,
    ]

    static let listServices = Endpoint<ClinicAction>(
        .get, "/api/v1/services", id: "listServices", summary: "The clinic's services, by name",
        details: "Patients see those that can be booked; the staff may ask for the retired ones.", tag: "Services",
        for: Anyone.self, takes: .optionalQuery("active", .bool), .pageByName,
        answers: [.page(of: ServiceDocument.codec)], caching: .privateETag(maxAge: 60)
    ) { caller, active, page throws(Problem) in
        let active = caller.role == .patient ? true : active
        return .query { _, _ in
            .byName(
                Services.self, in: caller.clinic, where: .whereActive(active), page)
        }
    }

    static let getService = Endpoint<ClinicAction>(
        .get, "/api/v1/services/{service_id}", id: "getService", summary: "One service", tag: "Services",
        for: Anyone.self, takes: .path("service_id", Codec<ID<Service>>.id()),
        answers: [.ok(ServiceDocument.codec)], problems: [.notFound], caching: .privateETag(maxAge: 60)
    ) { caller, service throws(Problem) in
        .query { _, _ in .one(Services.self, DocumentKey(service), in: caller.clinic, shows: .nobodys) }
    }

    static let createService = Endpoint<ClinicAction>(
        .post, "/api/v1/services", id: "createService", summary: "Offer a new service", tag: "Services",
        for: AdminOnly.self, takes: .body(ServiceDetails.codec.named("ServiceDetails")),
        answers: [.created(ServiceDocument.codec)], problems: problems, idempotency: .accepted
    ) { _, details throws(Problem) in
        .creation { newID in
            let service: ID<Service> = newID()
            return ClinicCommand(
                CreateService(service, details),
                answer: DocumentAnswer(
                    Services.self, DocumentKey(service), location: "/api/v1/services/\(service)"))
        }
    }

    static let changeService = Endpoint<ClinicAction>(
        .put, "/api/v1/services/{service_id}", id: "changeService", summary: "Change a service's terms",
        details: "What is booked and billed already keeps the old ones.", tag: "Services", for: AdminOnly.self,
        takes: .path("service_id", .id()), .body(ServiceDetails.codec.named("ServiceDetails")),
        answers: [.ok(ServiceDocument.codec)], problems: problems + [.notFound, .serviceRetired],
        idempotency: .accepted
    ) { _, service, details throws(Problem) in
        .command(ClinicCommand(ChangeService(service, details), answer: answer(service)))
    }

    static let retireService = Endpoint<ClinicAction>(
        .post, "/api/v1/services/{service_id}/retire", id: "retireService", summary: "Offer a service no more",
        tag: "Services", for: AdminOnly.self, takes: .path("service_id", .id()),
        answers: [.ok(ServiceDocument.codec)], problems: [.notFound], idempotency: .accepted
    ) { _, service throws(Problem) in
        .command(ClinicCommand(RetireService(service), answer: answer(service)))
    }

    private static let problems: [Problem.Kind] = [
        .clinicNotFounded, .serviceCodeTaken, .wrongCurrency, .noSuchDoctor,
    ]

    private static func answer(_ service: ID<Service>) -> DocumentAnswer {
        DocumentAnswer(Services.self, DocumentKey(service))
    }
}
