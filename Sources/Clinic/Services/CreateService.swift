public import EventSourcing
public import Identifiers

/// Adds a service that the clinic offers.
public struct CreateService: Decision {
    public let service: ID<Service>
    public let details: ServiceDetails

    public init(_ service: ID<Service>, _ details: ServiceDetails) {
        self.service = service
        self.details = details
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ServiceRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard settings.services[service] == nil else { return [] }
        try settings.check(details, of: service)
        return [.service(.serviceCreated(ServiceCreated(service: service, details: details)))]
    }
}
