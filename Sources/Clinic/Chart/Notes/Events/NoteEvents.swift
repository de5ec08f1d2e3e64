public import EventSourcing
public import Identifiers
public import JSON

/// The draft of a clinical note was made.
public struct NoteDrafted: EventPayload, Hashable {
    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>
    public let author: ID<StaffMember>
    /// The appointment that the note is about; `nil` if it is about no appointment.
    public let appointment: ID<Appointment>?
    /// The signed note that the draft amends; `nil` if it amends none.
    public let amends: ID<ClinicalNote>?
    public let content: NoteContent

    public static let stored = StoredType("note-drafted")
    public static let codec = object(
        NoteDrafted.init(note:patient:author:appointment:amends:content:), field("note_id", \.note, .id()),
        field("patient_id", \.patient, .id()), field("author_id", \.author, .id()),
        optionalField("appointment_id", \.appointment, .id()), optionalField("amends_id", \.amends, .id()),
        field("content", \.content, NoteContent.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.note(note), .notes(of: patient)] }
}

/// The author of the draft of a clinical note replaced its content.
public struct NoteDraftChanged: EventPayload, Hashable {
    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>
    public let content: NoteContent

    public static let stored = StoredType("note-draft-changed")
    public static let codec = object(
        NoteDraftChanged.init(note:patient:content:), field("note_id", \.note, .id()),
        field("patient_id", \.patient, .id()), field("content", \.content, NoteContent.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.note(note)] }
}

/// The author of the draft of a clinical note discarded it.
public struct NoteDraftDiscarded: EventPayload, Hashable {
    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>

    public static let stored = StoredType("note-draft-discarded")
    public static let codec = object(
        NoteDraftDiscarded.init(note:patient:), field("note_id", \.note, .id()), field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.note(note)] }
}

/// The author of the draft of a clinical note signed it. The content of a signed note never changes.
public struct NoteSigned: EventPayload, Hashable {
    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>
    /// The note that the signed note amends; `nil` if it amends none.
    public let amends: ID<ClinicalNote>?

    public static let stored = StoredType("note-signed")
    public static let codec = object(
        NoteSigned.init(note:patient:amends:), field("note_id", \.note, .id()), field("patient_id", \.patient, .id()),
        optionalField("amends_id", \.amends, .id()))
    public var tags: [Tag] { [.note(note), .notes(of: patient)] + (amends.map { [.note($0)] } ?? []) }
}

/// The author of a signed clinical note decided whether the patient sees it.
public struct NoteSharingSet: EventPayload, Hashable {
    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>
    public let isShared: Bool

    public static let stored = StoredType("note-sharing-set")
    public static let codec = object(
        NoteSharingSet.init(note:patient:isShared:), field("note_id", \.note, .id()),
        field("patient_id", \.patient, .id()), field("shared_with_patient", \.isShared, .bool))
    public var tags: [Tag] { [.note(note)] }
}
