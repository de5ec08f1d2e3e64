public import EventSourcing
public import Identifiers
public import JSON

/// An offer to a waiting patient was accepted, and the patient has an appointment.
public struct WaitlistOfferAccepted: EventPayload, Hashable {
    public let entry: WaitlistReference
    public let start: Instant
    public let doctor: ID<StaffMember>
    public let appointment: ID<Appointment>

    public static let stored = StoredType("waitlist-offer-accepted")
    public static let codec = object(
        WaitlistOfferAccepted.init(entry:start:doctor:appointment:),
        field("entry", \.entry, WaitlistReference.codec), field("start", \.start, .instant),
        field("doctor_id", \.doctor, .id()), field("appointment_id", \.appointment, .id()))
    public var tags: [Tag] { entry.tags }
}
