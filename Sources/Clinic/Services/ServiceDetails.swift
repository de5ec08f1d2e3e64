public import Identifiers
public import JSON

/// A service's code, name, category, duration, price and doctors, which can be changed.
public struct ServiceDetails: Hashable, Sendable {
    /// The clinic's own short code for the service, such as `PZR` or `D1110`. It is unique among active services.
    public let code: String
    public let name: String
    public let category: String?
    public let durationMinutes: Int
    public let price: Money
    /// The doctors who offer the service; `nil` for every doctor.
    public let doctors: [ID<StaffMember>]?
    public let limits: ServiceLimits
    /// The doctors who take longer or shorter than `durationMinutes` for the service, each with a number of minutes;
    /// `nil` if none does.
    public let durations: [DoctorDuration]?
    /// The minutes in which the chair is taken before and after a visit for the service; `nil` if it is taken only
    /// during the visit.
    public let buffers: ChairBuffers?
    /// The segments of a visit for this service, in which the doctor or the hygienist treats; `nil` if the doctor
    /// treats the whole time.
    public let segments: [VisitSegment]?
    /// The members of staff who may treat as the hygienist in visits for a service; `nil` if the service has no
    /// segments.
    public let hygienists: [ID<StaffMember>]?
    /// The prices of a service with the doctors with whom it costs more or less than `price`; `nil` if there are none.
    public let prices: [DoctorPrice]?
    /// The maximum number of patients of one group visit for the service, at least two; `nil` if visits are for one
    /// patient.
    public let capacity: Int?

    public init(
        code: String, name: String, category: String?, durationMinutes: Int, price: Money, doctors: [ID<StaffMember>]?,
        limits: ServiceLimits = .none, durations: [DoctorDuration]? = nil, buffers: ChairBuffers? = nil,
        segments: [VisitSegment]? = nil, hygienists: [ID<StaffMember>]? = nil,
        prices: [DoctorPrice]? = nil, capacity: Int? = nil
    ) {
        self.code = code
        self.name = name
        self.category = category
        self.durationMinutes = durationMinutes
        self.price = price
        self.doctors = doctors
        self.limits = limits
        self.durations = durations
        self.buffers = buffers
        self.segments = segments
        self.hygienists = hygienists
        self.prices = prices
        self.capacity = capacity
    }
}

extension ServiceDetails {
    public static let codec = object(
        ServiceDetails.checked(
            code:name:category:durationMinutes:price:doctors:bookedBy:minimumAge:deposit:needs:
            durations:buffers:segments:hygienists:prices:capacity:),
        field("code", \.code, .name(max: 20).described("The service's code, which no other service on offer has.")),
        field("name", \.name, .name().described("The service's name.")),
        optionalField(
            "category", \.category, .name(max: 100).described("The group that the service belongs to; absent: none.")),
        field(
            "duration_minutes", \.durationMinutes,
            .int(5...720).described("How long an appointment for it lasts, in minutes: a multiple of five.")),
        field("price", \.price, Money.unsignedCodec.described("The price, in the clinic's currency.")),
        optionalField(
            "doctors", \.doctors,
            .array(.id(), 1...500).described("The ids of the doctors who offer it; absent: every doctor.")),
        optionalField("booked_by", \.limits.bookedBy, .serviceBookers),
        optionalField("minimum_age", \.limits.minimumAge, .minimumAge),
        optionalField("deposit", \.limits.deposit, .deposit), optionalField("needs", \.limits.needs, .equipment),
        optionalField("durations", \.durations, .durations),
        optionalField("buffers", \.buffers, .buffers),
        optionalField("segments", \.segments, .serviceSegments),
        optionalField("hygienists", \.hygienists, .serviceHygienists),
        optionalField("prices", \.prices, .prices), optionalField("capacity", \.capacity, .capacity)
    ).described("A service, as admins enter it.")

    private static func checked(
        code: String, name: String, category: String?, durationMinutes: Int, price: Money, doctors: [ID<StaffMember>]?,
        bookedBy: ServiceBookers?, minimumAge: Int?, deposit: Money?, needs: [String]?,
        durations: [DoctorDuration]?, buffers: ChairBuffers?, segments: [VisitSegment]?,
        hygienists: [ID<StaffMember>]?, prices: [DoctorPrice]?, capacity: Int?
    ) throws(CheckFailure) -> ServiceDetails {
        guard durationMinutes.isMultiple(of: DayHours.atom) else {
            throw CheckFailure("bad_duration", "lasts a multiple of five minutes")
        }
        let details = ServiceDetails(
            code: code, name: name, category: category, durationMinutes: durationMinutes, price: price,
            doctors: doctors,
            limits: ServiceLimits(bookedBy: bookedBy, minimumAge: minimumAge, deposit: deposit, needs: needs),
            durations: durations, buffers: buffers, segments: segments, hygienists: hygienists,
            prices: prices, capacity: capacity == 1 ? nil : capacity
        )
        try details.checkSegments()
        try details.checkCapacity()
        return details
    }
}
