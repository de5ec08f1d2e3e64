public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds, replaces or retires a template for clinical notes.
public struct ManageNoteTemplate: Decision {
    public enum Change: Hashable, Sendable {
        case add(NoteTemplateContent)
        case replace(NoteTemplateContent)
        case retire
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case retired

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .retired: Problem(.noteTemplateRetired)
            }
        }
    }

    public let template: ID<NoteTemplate>
    public let change: Change

    public init(_ template: ID<NoteTemplate>, _ change: Change) {
        self.template = template
        self.change = change
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        switch (model[.noteTemplate(template)], change) {
        case (.unknown, .add(let content)): return [saved(content)]
        case (.unknown, .replace), (.unknown, .retire): throw .unknown
        case (_, .add): return []
        case (.active(let old), .replace(let content)): return old == content ? [] : [saved(content)]
        case (.active, .retire): return [.note(.templateRetired(NoteTemplateRetired(template: template)))]
        case (.retired, .replace): throw .retired
        case (.retired, .retire): return []
        }
    }

    private func saved(_ content: NoteTemplateContent) -> ClinicEvent {
        .note(.templateSaved(NoteTemplateSaved(template: template, content: content)))
    }
}

extension NotesAPI {
    static let addNoteTemplate = Endpoint<ClinicAction>(
        .post, "/api/v1/note-templates", id: "addNoteTemplate", summary: "Add a template for clinical notes",
        details: "A template is a text with which a note can begin. The text must not be about a patient.", tag: tag,
        for: Clinical.self,
        takes: .body(NoteTemplateContent.codec), answers: [.created(NoteTemplates.codec, "The new template")],
        idempotency: .accepted
    ) { _, content throws(Problem) in
        .creation { newID in
            let id: ID<NoteTemplate> = newID()
            return ClinicCommand(
                ManageNoteTemplate(id, .add(content)),
                answer: .noteTemplate(id, location: "/api/v1/note-templates/\(id)"))
        }
    }

    static let changeNoteTemplate = Endpoint<ClinicAction>(
        .put, "/api/v1/note-templates/{note_template_id}", id: "changeNoteTemplate",
        summary: "Change a template for clinical notes",
        details: "Notes that were written with the template do not change.",
        tag: tag, for: Clinical.self, takes: .path("note_template_id", .noteTemplateID),
        .body(NoteTemplateContent.codec), answers: [.ok(NoteTemplates.codec, "The template as it is now")],
        problems: [.noteTemplateRetired, .notFound], idempotency: .accepted
    ) { _, id, content throws(Problem) in
        .command(ClinicCommand(ManageNoteTemplate(id, .replace(content)), answer: .noteTemplate(id)))
    }

    static let retireNoteTemplate = Endpoint<ClinicAction>(
        .post, "/api/v1/note-templates/{note_template_id}/retire", id: "retireNoteTemplate",
        summary: "Retire a template for clinical notes",
        details: "A retired template is kept and cannot be changed. Repeating this changes nothing.",
        tag: tag, for: Clinical.self, takes: .path("note_template_id", .noteTemplateID),
        answers: [.ok(NoteTemplates.codec, "The template, which is retired")], problems: [.notFound],
        idempotency: .accepted
    ) { _, id throws(Problem) in
        .command(ClinicCommand(ManageNoteTemplate(id, .retire), answer: .noteTemplate(id)))
    }
}
