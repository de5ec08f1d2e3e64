public import EventSourcing
public import Identifiers
public import JSON

/// A note on a visit, with its author.
public struct VisitNote: Hashable, Sendable {
    public let note: Personal<String>
    public let author: NoteAuthor
    public let at: Instant

    /// The maximum number of notes on a visit.
    public static let limit = 100

    static let codec = object(
        VisitNote.init(note:author:at:), field("note", \.note, .staffNote),
        field("author", \.author, NoteAuthor.codec.described("The member of staff who wrote it.")),
        field("at", \.at, .instant.described("When it was written, in UTC.")))
}

/// The member of staff who wrote a note.
public struct NoteAuthor: Hashable, Sendable {
    public let staff: ID<StaffMember>
    public let name: String

    public init(staff: ID<StaffMember>, name: String) {
        self.staff = staff
        self.name = name
    }

    public static let codec = object(
        NoteAuthor.init(staff:name:), field("staff_id", \.staff, .staffID),
        field("name", \.name, .name().described("The author's name, as it was then.")))
}
