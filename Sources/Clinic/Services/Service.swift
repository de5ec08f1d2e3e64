public import Identifiers

/// A treatment that the clinic offers, with its duration and price.
public struct Service: Sendable {
    public let id: ID<Service>
    public var details: ServiceDetails
    /// Whether the service can be booked. A retired service stays on the appointments and invoices that already name
    /// it.
    public var isActive = true
    /// The time after which patients should come again for the service; `nil` if they are not recalled.
    public var recall: RecallInterval?

    /// Whether a doctor offers the service.
    public func isOffered(by doctor: ID<StaffMember>) -> Bool { details.doctors?.contains(doctor) ?? true }
}
