public import EventSourcing
public import Identifiers
public import JSON

/// A template for clinical notes was added, or its name and text were replaced.
public struct NoteTemplateSaved: EventPayload, Hashable {
    public let template: ID<NoteTemplate>
    public let content: NoteTemplateContent

    public static let stored = StoredType("note-template-saved")
    public static let codec = object(
        NoteTemplateSaved.init(template:content:), field("note_template_id", \.template, .id()),
        field("content", \.content, NoteTemplateContent.codec))
    public var tags: [Tag] { [.noteTemplate(template)] }
}

/// A template for clinical notes was retired. Notes that were written with it do not change.
public struct NoteTemplateRetired: EventPayload, Hashable {
    public let template: ID<NoteTemplate>

    public static let stored = StoredType("note-template-retired")
    public static let codec = object(NoteTemplateRetired.init(template:), field("note_template_id", \.template, .id()))
    public var tags: [Tag] { [.noteTemplate(template)] }
}
