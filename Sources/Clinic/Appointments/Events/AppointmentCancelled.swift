public import EventSourcing
public import Identifiers
public import JSON

public struct AppointmentCancelled: AppointmentPayload {
    public static let stored = StoredType("appointment-cancelled")
    public let visit: Visit
    public let by: Canceller
    public let reason: Personal<String>?
    /// The guardian who cancelled for the patient; `nil` if the patient or the clinic cancelled.
    public let guardian: ID<Patient>?

    /// The side that cancelled the appointment: the patient or the clinic.
    public enum Canceller: String, Hashable, Sendable, CaseIterable { case patient, clinic }

    public var statusEffect: StatusEffect { .reaches(.cancelled) }
    public var timeEffect: TimeEffect { .frees }

    public static let codec = object(
        AppointmentCancelled.init(visit:by:reason:guardian:),
        field("visit", \.visit, Visit.codec), field("by", \.by, .stringEnum),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("guardian_id", \.guardian, .id()))
}
