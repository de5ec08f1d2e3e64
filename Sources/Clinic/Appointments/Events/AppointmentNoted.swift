public import EventSourcing
public import JSON

/// A member of staff added a note to an appointment, which only the staff reads.
public struct AppointmentNoted: AppointmentPayload {
    public static let stored = StoredType("appointment-noted")
    public let visit: Visit
    public let note: Personal<String>
    /// The note's author; `nil` if the author is not in the clinic's staff, and in events from before authors were
    /// recorded.
    public let author: NoteAuthor?

    public var statusEffect: StatusEffect { .unchanged }
    public var timeEffect: TimeEffect { .unchanged }

    public static let codec = object(
        AppointmentNoted.init(visit:note:author:), field("visit", \.visit, Visit.codec),
        field("note", \.note, .personal(.clinical, .prose())),
        optionalField("author", \.author, NoteAuthor.codec))
}
