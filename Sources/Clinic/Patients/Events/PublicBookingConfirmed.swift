public import EventSourcing
public import Identifiers
public import JSON

/// A person without an account confirmed a booking request with the mailed code. The patient's record that was
/// registered for the request is provisional until the clinic approves the appointment or accepts the patient.
public struct PublicBookingConfirmed: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>

    public static let stored = StoredType("public-booking-confirmed")
    public static let codec = object(
        PublicBookingConfirmed.init(patient:appointment:), field("patient_id", \.patient, .id()),
        field("appointment_id", \.appointment, .id()))
    public var tags: [Tag] { [.patient(patient)] }
}
