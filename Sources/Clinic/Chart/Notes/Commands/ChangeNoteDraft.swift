public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which the author of a draft replaces its content.
public struct ChangeNoteDraft: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case step(NoteStepRejection)
        case tooMany

        public var problem: Problem {
            switch self {
            case .step(let rejection): rejection.problem
            case .tooMany: Problem(.limitReached, "A draft can be changed \(ChangeNoteDraft.limit) times.")
            }
        }
    }

    /// The maximum number of changes of one draft. Without a maximum, the number of events that the next command on the
    /// draft reads would grow without limit.
    public static let limit = 1_000

    public let note: ID<ClinicalNote>
    public let author: ID<StaffMember>
    public let content: NoteContent

    public init(_ note: ID<ClinicalNote>, by author: ID<StaffMember>, _ content: NoteContent) {
        self.note = note
        self.author = author
        self.content = content
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known: KnownNote
        let patient: ID<Patient>
        do throws(NoteStepRejection) {
            (known, patient) = try model.note(note, of: author)
        } catch { throw .step(error) }
        guard known.status == .draft else { throw .step(.notDraft) }
        guard known.changes < Self.limit else { throw .tooMany }
        return [.note(.draftChanged(NoteDraftChanged(note: note, patient: patient, content: content)))]
    }
}

extension NotesAPI {
    static let changeNoteDraft = Endpoint<ClinicAction>(
        .put, "/api/v1/notes/{note_id}", id: "changeNoteDraft", summary: "Change a clinical note before it is signed",
        details: "Only the author can change a draft. The body replaces the draft's content.",
        tag: tag, for: Clinical.self, takes: .path("note_id", .noteID), .body(NoteContent.codec),
        answers: [.ok(ClinicalNotes.codec, "The draft as it is now")],
        problems: [.noteNotDraft, .noteOfOtherAuthor, .limitReached, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, content throws(Problem) in
        let reader = RecordReader(caller)
        return .command(
            ClinicCommand(ChangeNoteDraft(id, by: reader.staff, content), answer: .note(id))
                .opening(for: reader) { $0[.note(id)].patient })
    }
}
