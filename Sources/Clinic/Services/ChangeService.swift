public import EventSourcing
public import Identifiers

/// Gives a service new terms. Existing appointments and invoices keep the old ones.
public struct ChangeService: Decision {
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
        guard let known = settings.services[service] else { throw .noSuchService }
        guard known.isActive else { throw .retired }
        guard known.details != details else { return [] }
        try settings.check(details, of: service)
        return [.service(.serviceChanged(ServiceChanged(service: service, details: details)))]
    }
}
