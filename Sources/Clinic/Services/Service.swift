public import Identifiers

/// Something that the clinic does for a patient in a set time for a set price.
public struct Service: Sendable {
    public let id: ID<Service>
    public var details: ServiceDetails
    /// A retired service stays on the appointments and invoices that name it, and is booked no more.
    public var isActive = true

    /// Whether a doctor offers it.
    public func isOffered(by doctor: ID<StaffMember>) -> Bool { details.doctors?.contains(doctor) ?? true }
}

/// What can be said of a service, and changed.
public struct ServiceDetails: Hashable, Sendable {
    /// The clinic's own short code, unique among active services: `PZR`, `D1110`.
    public let code: String
    public let name: String
    public let category: String?
    public let durationMinutes: Int
    public let price: Money
    /// Who offers it; `nil` for every doctor.
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
