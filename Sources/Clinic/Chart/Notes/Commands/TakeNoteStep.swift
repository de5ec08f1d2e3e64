public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// A reason why the author of a clinical note cannot take a step with it.
public enum NoteStepRejection: ClinicRejection, Hashable {
    /// The clinic has no such note, the note's patient was erased, or the note is another author's draft.
    case unknown
    /// The note is signed, and the caller is not its author.
    case otherAuthor
    case notDraft
    case notSigned
    /// The amended note already has the maximum number of amendments.
    case tooManyAmendments
    /// The note was shown to the patient and hidden again as often as is allowed.
    case tooManySharings
    /// The note amends a note of another patient, since the merge of the two patients' records was undone.
    case otherPatient

    public var problem: Problem {
        switch self {
        case .unknown: .notFound
        case .otherAuthor: Problem(.noteOfOtherAuthor)
        case .notDraft: Problem(.noteNotDraft)
        case .notSigned: Problem(.noteNotSigned)
        case .tooManyAmendments:
            Problem(.limitReached, "A note has at most \(TakeNoteStep.amendmentLimit) amendments.")
        case .tooManySharings:
            Problem(.limitReached, "A note is released and withdrawn at most \(TakeNoteStep.sharingLimit) times.")
        case .otherPatient: Problem(.noteOfOtherPatient)
        }
    }
}

/// The command with which the author of a clinical note discards or signs the draft, or sets whether the patient sees
/// the signed note.
public struct TakeNoteStep: Decision {
    public typealias Rejection = NoteStepRejection

    public enum Step: Hashable, Sendable {
        case discard, sign
        case share(Bool)
    }

    /// The maximum number of amendments of one clinical note.
    public static let amendmentLimit = 50
    /// The maximum number of times that one note is released for its patient or withdrawn.
    public static let sharingLimit = 100

    public let note: ID<ClinicalNote>
    public let author: ID<StaffMember>
    public let step: Step

    public init(_ step: Step, _ note: ID<ClinicalNote>, by author: ID<StaffMember>) {
        self.note = note
        self.author = author
        self.step = step
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(NoteStepRejection) -> [ClinicEvent] {
        let (known, patient) = try model.note(note, of: author)
        switch (step, known.status) {
        case (.discard, .draft): return [.note(.draftDiscarded(NoteDraftDiscarded(note: note, patient: patient)))]
        case (.discard, .discarded), (.sign, .signed): return []
        case (.discard, .signed), (.sign, .discarded): throw .notDraft
        case (.sign, .draft):
            if let amends = known.amends {
                let amended = model[.note(amends)]
                let records = model.records(ofPersonWith: patient)
                guard let owner = amended.patient, records.contains(owner) else { throw .otherPatient }
                guard amended.amendments < Self.amendmentLimit else { throw .tooManyAmendments }
            }
            return [.note(.signed(NoteSigned(note: note, patient: patient, amends: known.amends)))]
        case (.share, .draft), (.share, .discarded): throw .notSigned
        case (.share(let isShared), .signed):
            guard isShared != known.isShared else { return [] }
            guard known.sharings < Self.sharingLimit else { throw .tooManySharings }
            return [.note(.sharingSet(NoteSharingSet(note: note, patient: patient, isShared: isShared)))]
        }
    }
}

extension DecisionModel<ClinicEvent> {
    /// Reads the state of a note with which its author takes a step, and the note's patient.
    ///
    /// - Throws: `unknown` if there is no such note, or its patient was erased. If another author wrote the note:
    ///   `otherAuthor` for a signed note, else `unknown`, because only the author may see a draft.
    mutating func note(
        _ note: ID<ClinicalNote>, of author: ID<StaffMember>
    ) throws(NoteStepRejection) -> (KnownNote, ID<Patient>) {
        let known = self[.note(note)]
        guard let patient = known.patient, self[.registration(of: patient)].isCurrent else { throw .unknown }
        guard known.author == author else { throw known.status == .signed ? .otherAuthor : .unknown }
        return (known, patient)
    }
}

struct SharingBody: Sendable {
    let isShared: Bool

    static let codec = object(
        SharingBody.init(isShared:),
        field("shared_with_patient", \.isShared, .bool.described("Whether the patient sees the note."))
    ).described("Whether a patient sees a signed note.").named("ClinicalNoteSharing")
}

extension NotesAPI {
    private static func action(
        _ step: TakeNoteStep.Step, _ id: ID<ClinicalNote>, _ caller: Caller<Clinical>
    ) -> ClinicAction {
        let reader = RecordReader(caller)
        return .command(
            ClinicCommand(TakeNoteStep(step, id, by: reader.staff), answer: .note(id))
                .opening(for: reader) { $0[.note(id)].patient })
    }

    static let signNote = Endpoint<ClinicAction>(
        .post, "/api/v1/notes/{note_id}/sign", id: "signNote", summary: "Sign a clinical note",
        details: """
            Only the author can sign a note. Afterwards the text of the note cannot change, and everybody who may open \
            the patient's record sees the note. With `If-Match` the note is signed only if it has not changed since it \
            was read. Repeating this changes nothing.
            """,
        tag: tag, for: Clinical.self, takes: .path("note_id", .noteID),
        answers: [.ok(ClinicalNotes.codec, "The signed note")],
        problems: [
            .noteNotDraft, .noteOfOtherAuthor, .noteOfOtherPatient, .limitReached, .notFound, .restrictedRecord,
        ], idempotency: .accepted
    ) { caller, id throws(Problem) in action(.sign, id, caller) }

    static let discardNoteDraft = Endpoint<ClinicAction>(
        .post, "/api/v1/notes/{note_id}/discard", id: "discardNoteDraft", summary: "Discard the draft of a note",
        details:
            "Only the author can discard a draft. The draft's text is no longer shown. Repeating this changes nothing.",
        tag: tag, for: Clinical.self, takes: .path("note_id", .noteID),
        answers: [.ok(ClinicalNotes.codec, "The discarded draft, without its text")],
        problems: [.noteNotDraft, .noteOfOtherAuthor, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id throws(Problem) in action(.discard, id, caller) }

    static let shareNote = Endpoint<ClinicAction>(
        .put, "/api/v1/notes/{note_id}/sharing", id: "shareNote", summary: "Release a signed note for its patient",
        details:
            """
            Only the author can release a note. With `shared_with_patient` `false` the patient no longer sees the \
            note.
            """,
        tag: tag, for: Clinical.self, takes: .path("note_id", .noteID), .body(SharingBody.codec),
        answers: [.ok(ClinicalNotes.codec, "The note as it is now")],
        problems: [.noteNotSigned, .noteOfOtherAuthor, .limitReached, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in action(.share(body.isShared), id, caller) }
}
