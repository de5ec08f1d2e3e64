public import EventSourcing

/// Every fact that a clinic's feed can hold.
public enum ClinicEvent: DomainEvent {
    public static let types = EventTypes<ClinicEvent>()

    public var payload: any EventPayload { switch self {} }
}
