public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A template for clinical notes, as it is stored and sent.
public struct NoteTemplateDocument: Hashable, Sendable {
    public let id: ID<NoteTemplate>
    public fileprivate(set) var version: Int64
    public fileprivate(set) var content: NoteTemplateContent
    public fileprivate(set) var isActive: Bool

    static let codec = object(
        NoteTemplateDocument.make(id:version:name:text:isActive:),
        field("id", \.id, .noteTemplateID),
        field("version", \.version, .version),
        field("name", \.content.name, .name(max: 100).described("The template's name.")),
        field("text", \.content.text, .prose(max: 20_000).described("The text with which a note begins.")),
        field("active", \.isActive, .bool.described("Whether the template is in use; `false` after its retirement."))
    ).described("A template for clinical notes.").named("NoteTemplate")

    private static func make(
        id: ID<NoteTemplate>, version: Int64, name: String, text: String, isActive: Bool
    ) -> NoteTemplateDocument {
        NoteTemplateDocument(
            id: id, version: version, content: NoteTemplateContent(name: name, text: text), isActive: isActive)
    }
}

/// The read model of the clinic's templates for clinical notes, retired ones included.
public enum NoteTemplates: ClinicReadModel {
    public static let table = DocumentTable("note_template", key: "note_template_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = NoteTemplateDocument.codec
    public static let readsPersonal = false

    public static let columns: [DocumentColumn<NoteTemplateDocument>] = [
        DocumentColumn("active", .boolean) { .bool($0.isActive) },
        DocumentColumn("sort_name", .text) { .text(FoldedText.sortKey([$0.content.name])) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .note(.templateSaved(let event)): [DocumentKey(event.template)]
        case .note(.templateRetired(let event)): [DocumentKey(event.template)]
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.noteTemplate) }

    public static func fold(
        _ document: NoteTemplateDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> NoteTemplateDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .note(.templateSaved(let event)):
            guard document != nil else {
                return NoteTemplateDocument(
                    id: event.template, version: recorded.position, content: event.content, isActive: true)
            }
            document?.content = event.content
        case .note(.templateRetired): document?.isActive = false
        default: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func noteTemplate(_ id: ID<NoteTemplate>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(NoteTemplates.self, DocumentKey(id), location: location)
    }
}
