import Endpoints

extension Problem.Kind {
    static let noteNotDraft = Problem.Kind(
        "note-not-draft", 409, "The note is not a draft",
        means: "The note was signed or discarded. A signed note is never overwritten.",
        remedy: "To correct a signed note, write another one with its id in `amends_id`.")
    static let noteNotSigned = Problem.Kind(
        "note-not-signed", 409, "The note is not signed",
        means: "Only a signed note can be amended or released for its patient.",
        remedy: "Let the note's author sign the note first.")
    static let noteOfOtherPatient = Problem.Kind(
        "note-of-other-patient", 409, "The appointment or note belongs to another patient",
        means: "The new note names an appointment, or a note to amend, of another patient.",
        remedy: "Name an appointment or a note of the same patient.")
    static let noteOfOtherAuthor = Problem.Kind(
        "note-of-other-author", 409, "Another member of staff signed this note",
        means: "Only the author of a note can sign, discard, change or release it.",
        remedy: "Ask the author, or write another note with its id in `amends_id`.")
    static let noteTemplateRetired = Problem.Kind(
        "note-template-retired", 409, "The template is no longer in use",
        means: "A retired template cannot be changed.", remedy: "Add a new template.")
}
