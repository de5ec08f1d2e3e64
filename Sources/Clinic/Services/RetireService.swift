public import EventSourcing
public import Identifiers

/// Retires a service, which can then no longer be booked.
public struct RetireService: Decision {
    public let service: ID<Service>

    public init(_ service: ID<Service>) { self.service = service }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ServiceRejection)
        -> [ClinicEvent]
    {
        guard let known = model[.settings].services[service] else { throw .noSuchService }
        return known.isActive ? [.service(.serviceRetired(ServiceRetired(service: service)))] : []
    }
}
