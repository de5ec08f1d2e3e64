public import Endpoints
import Identifiers
import JSON

/// The endpoints for clinical notes and their templates.
public enum NotesAPI {
    static let tag = ChartAPI.tag

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listNotes,
        draftNote,
        getNote,
        changeNoteDraft,
        signNote,
        discardNoteDraft,
        shareNote,
        listOwnNotes,
        listNoteTemplates,
        addNoteTemplate,
        getNoteTemplate,
        changeNoteTemplate,
        retireNoteTemplate,
    ]
}

extension Codec where Value == ID<ClinicalNote> {
    static var noteID: Codec { .id().described("The note's id.") }
}

extension Codec where Value == ID<NoteTemplate> {
    static var noteTemplateID: Codec { .id().described("The template's id.") }
}
