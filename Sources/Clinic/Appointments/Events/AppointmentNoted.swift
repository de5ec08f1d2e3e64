public import EventSourcing
public import JSON

/// A doctor's quick note for the staff. It replaces the previous note.
public struct AppointmentNoted: AppointmentPayload {
    public static let stored = StoredType("appointment-noted")
    public let visit: Visit
    public let note: Personal<String>

    public var statusEffect: StatusEffect { .unchanged }
    public var timeEffect: TimeEffect { .unchanged }

    public static let codec = object(
        AppointmentNoted.init(visit:note:), field("visit", \.visit, Visit.codec),
        field("note", \.note, .personal(.clinical, .prose())))
}
