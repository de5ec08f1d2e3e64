public import EventSourcing
import Identifiers
public import JSON

/// The name and the text of a template for clinical notes. They contain nothing about a patient.
public struct NoteTemplateContent: Hashable, Sendable {
    public let name: String
    public let text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    public static let codec = object(
        NoteTemplateContent.init(name:text:), field("name", \.name, .name(max: 100).described("The template's name.")),
        field("text", \.text, .prose(max: 20_000).described("The text with which a note begins."))
    ).described("A template for clinical notes, as staff enter it.").named("NoteTemplateDetails")
}

/// The state of a template for clinical notes, for decisions.
public enum NoteTemplate: EventSourced, Hashable {
    case unknown
    case active(NoteTemplateContent)
    case retired

    public static let initial = NoteTemplate.unknown
    public static let readsPersonal = false
    /// Each event about a template for clinical notes has the whole template, or retires it.
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .note(let event) = recorded.event else { return }
        switch event {
        case .templateSaved(let saved): self = .active(saved.content)
        case .templateRetired: self = .retired
        case .drafted, .draftChanged, .draftDiscarded, .signed, .sharingSet: break
        }
    }
}

extension Subject<NoteTemplate> {
    static func noteTemplate(_ id: ID<NoteTemplate>) -> Subject<NoteTemplate> { Subject(.noteTemplate(id)) }
}
