public import Identifiers

/// The services of a visit, its length, and the reason for which it may break rules of booking.
public struct VisitRequest: Hashable, Sendable {
    public let service: ID<Service>
    /// The services that are done in the same visit, after the first.
    public let further: [ID<Service>]
    /// The length of the visit, if it is not that of its services.
    public let minutesIfOther: Int?
    public var override: OverrideWish?

    public init(
        _ service: ID<Service>, further: [ID<Service>] = [], minutesIfOther: Int? = nil, override: OverrideWish? = nil
    ) {
        self.service = service
        self.further = further
        self.minutesIfOther = minutesIfOther
        self.override = override
    }

    /// The services; `nil` if the clinic does not offer one of them.
    func services(_ settings: ClinicSettings) -> (first: Service, further: [Service])? {
        guard let first = settings.services[service], first.isActive else { return nil }
        let others = further.compactMap { settings.services[$0] }.filter(\.isActive)
        return others.count == further.count ? (first, others) : nil
    }

    func minutes(_ first: Service, _ further: [Service]) -> Int {
        minutesIfOther ?? ([first] + further).reduce(0) { $0 + $1.details.durationMinutes }
    }

    /// The rules that the request breaks by itself, whatever its time.
    func broken(_ first: Service, _ further: [Service]) -> Set<BookingRule> {
        var broken: Set<BookingRule> = further.isEmpty ? [] : [.severalServices]
        let usual = ([first] + further).reduce(0) { $0 + $1.details.durationMinutes }
        if let minutesIfOther, minutesIfOther != usual { broken.insert(.duration) }
        return broken
    }
}
