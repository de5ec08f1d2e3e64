public import EventSourcing
public import JSON

/// A type that only distinguishes the ids of clinical notes, `ID<ClinicalNote>`, from other ids.
public enum ClinicalNote {}

/// The content of a clinical note. The author can change it until the note is signed.
public struct NoteContent: Hashable, Sendable {
    public let title: Personal<String>
    public let text: Personal<String>
    /// Whether the patient sees the clinical note once it is signed.
    public internal(set) var isShared: Bool

    public init(title: Personal<String>, text: Personal<String>, isShared: Bool = false) {
        self.title = title
        self.text = text
        self.isShared = isShared
    }

    public static let codec = object(
        NoteContent.init(title:text:isShared:), field("title", \.title, .noteTitle), field("text", \.text, .noteText),
        field("shared_with_patient", \.isShared, .sharedNote, default: false)
    ).described("The content of a clinical note.").named("ClinicalNoteContent")
}

extension Codec where Value == Personal<String> {
    static var noteTitle: Codec {
        .personal(.clinical, .name(max: 200), placeholder: erasedText).described("The note's title.")
    }
    static var noteText: Codec {
        .personal(.clinical, .prose(max: 20_000), placeholder: erasedText).described("The note's text.")
    }
}

extension Codec where Value == Bool {
    static var sharedNote: Codec { .bool.described("Whether the patient sees the note once it is signed.") }
}
