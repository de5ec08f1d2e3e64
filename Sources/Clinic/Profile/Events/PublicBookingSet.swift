public import EventSourcing
public import JSON

/// The clinic set whether and how people without an account can ask for an appointment.
public struct PublicBookingSet: EventPayload, Hashable {
    public let booking: PublicBooking

    public static let stored = StoredType("public-booking-set")
    public static let codec = object(
        PublicBookingSet.init(booking:), field("booking", \.booking, PublicBooking.codec))
    public var tags: [Tag] { [.settings] }
}
