public import Identifiers

/// A treatment of a fixed duration and price.
public struct Service: Sendable {
    public let id: ID<Service>
    public var details: ServiceDetails
    /// Whether the service can be booked. A retired service stays on the appointments and invoices that name it.
    public var isActive = true

    /// Whether a doctor offers the service.
    public func isOffered(by doctor: ID<StaffMember>) -> Bool { details.doctors?.contains(doctor) ?? true }
}

/// The details of a service, which can be changed.
public struct ServiceDetails: Hashable, Sendable {
    /// The clinic's own short code of the service, unique among active services: `PZR`, `D1110`.
    public let code: String
    public let name: String
    public let category: String?
    public let durationMinutes: Int
    public let price: Money
    /// The doctors who offer the service; `nil` for every doctor.
    public let doctors: [ID<StaffMember>]?

    public init(
        code: String, name: String, category: String?, durationMinutes: Int, price: Money, doctors: [ID<StaffMember>]?
    ) {
        self.code = code
        self.name = name
        self.category = category
        self.durationMinutes = durationMinutes
        self.price = price
        self.doctors = doctors
    }
}
