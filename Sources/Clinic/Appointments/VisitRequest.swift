public import Identifiers

/// The requested services and length of a visit, and the wish to break rules of booking, if there is one.
public struct VisitRequest: Hashable, Sendable {
    public let service: ID<Service>
    /// The requested services of the visit besides the first.
    public let further: [ID<Service>]
    /// The requested length of the visit in minutes; `nil` for the sum of the services' durations.
    public let minutesIfOther: Int?
    public var override: OverrideWish?
    /// The items of treatment plans that the visit is for.
    public let treatment: [PlannedItem]

    public init(
        _ service: ID<Service>, further: [ID<Service>] = [], minutesIfOther: Int? = nil,
        override: OverrideWish? = nil, treatment: [PlannedItem] = []
    ) {
        self.service = service
        self.further = further
        self.minutesIfOther = minutesIfOther
        self.override = override
        self.treatment = treatment
    }

    /// The requested services from the clinic's settings; `nil` if the clinic does not offer one of them.
    func services(_ settings: ClinicSettings) -> (first: Service, further: [Service])? {
        guard let first = settings.services[service], first.isActive else { return nil }
        let others = further.compactMap { settings.services[$0] }.filter(\.isActive)
        return others.count == further.count ? (first, others) : nil
    }

    func length(_ first: Service, _ further: [Service]) -> VisitLength {
        minutesIfOther.map { VisitLength(minutes: $0) } ?? VisitLength(of: [first] + further)
    }

    /// The rules of booking that the request breaks at whatever time the visit begins: several services, or an unusual
    /// length.
    ///
    /// - Parameter doctor: the requested doctor, who may need more or less time for a service than the other doctors;
    ///   `nil` for any.
    func broken(_ first: Service, _ further: [Service], with doctor: ID<StaffMember>?) -> Set<BookingRule> {
        var broken: Set<BookingRule> = further.isEmpty ? [] : [.severalServices]
        let usual = ([first] + further).reduce(0) { sum, service in
            sum + (doctor.map { service.details.minutes(with: $0) } ?? service.details.durationMinutes)
        }
        if let minutesIfOther, minutesIfOther != usual { broken.insert(.duration) }
        return broken
    }
}
