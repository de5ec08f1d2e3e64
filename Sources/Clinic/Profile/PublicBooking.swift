import Identifiers
public import JSON

/// The clinic's setting for bookings by people without an account.
public struct PublicBooking: Hashable, Sendable {
    /// Whether people without an account can ask for an appointment at the clinic.
    public let isOn: Bool
    /// Whether people without an account see the doctors' names, and can choose a doctor.
    public let showsDoctors: Bool

    /// The setting of public booking in a clinic that has not set it: no public booking.
    public static let off = PublicBooking(isOn: false, showsDoctors: false)

    public init(isOn: Bool, showsDoctors: Bool) {
        self.isOn = isOn
        self.showsDoctors = showsDoctors
    }

    /// The JSON of the setting of public booking, in events and in the API.
    public static let codec = object(
        PublicBooking.init(isOn:showsDoctors:),
        field(
            "enabled", \.isOn,
            .bool.described("Whether new patients without an account can ask for an appointment.")),
        field(
            "shows_doctors", \.showsDoctors,
            .bool.described("Whether they see the doctors' names, and can choose a doctor."))
    ).described("Whether and how people without an account can ask for an appointment.").named("PublicBooking")
}

extension ClinicSettings {
    /// Whether people without an account can ask for an appointment now.
    var takesPublicBookings: Bool { isFounded && closedOn == nil && publicBooking.isOn }

    /// The active services that a doctor offers and that new patients may book, in order of creation.
    var publicServices: [Service] { services.all.filter { isPublic($0) } }

    /// The service with the given id; `nil` if it is not active, no doctor offers it, or new patients may not book it.
    func publicService(_ id: ID<Service>) -> Service? { services[id].flatMap { isPublic($0) ? $0 : nil } }

    private func isPublic(_ service: Service) -> Bool {
        service.isActive && service.details.limits.bookedBy == nil && !doctors(offering: service).isEmpty
    }
}
