public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that makes the draft of a clinical note. The draft can amend a signed note.
public struct DraftNote: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownAppointment
        case unknownNote
        /// The appointment or the amended note belongs to another patient.
        case otherPatient
        /// The clinical note that the draft is to amend is a draft itself, or was discarded.
        case notSigned
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownAppointment, .unknownNote: .notFound
            case .otherPatient: Problem(.noteOfOtherPatient)
            case .notSigned: Problem(.noteNotSigned)
            case .tooMany:
                Problem(.limitReached, "A patient has at most \(DraftNote.limit) notes, discarded ones included.")
            }
        }
    }

    /// The maximum number of clinical notes of a patient. Without a maximum, the number of events that the decision
    /// about a new note reads would grow without limit.
    public static let limit = 5_000

    public let note: ID<ClinicalNote>
    public let patient: ID<Patient>
    public let author: ID<StaffMember>
    public let appointment: ID<Appointment>?
    public let amends: ID<ClinicalNote>?
    public let content: NoteContent

    public init(
        _ note: ID<ClinicalNote>, of patient: ID<Patient>, by author: ID<StaffMember>,
        about appointment: ID<Appointment>? = nil, amending amends: ID<ClinicalNote>? = nil, _ content: NoteContent
    ) {
        self.note = note
        self.patient = patient
        self.author = author
        self.appointment = appointment
        self.amends = amends
        self.content = content
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        let records = model.records(ofPersonWith: patient)
        if let appointment {
            guard case .made(let course) = model[.appointment(appointment)] else { throw .unknownAppointment }
            guard records.contains(course.visit.patient) else { throw .otherPatient }
        }
        if let amends {
            let amended = model[.note(amends)]
            // The draft of a clinical note is visible to its author only.
            guard let owner = amended.patient, amended.status == .signed || amended.author == author else {
                throw .unknownNote
            }
            guard records.contains(owner) else { throw .otherPatient }
            guard amended.status == .signed else { throw .notSigned }
        }
        guard model[.noteCount(of: patient)].count < Self.limit else { throw .tooMany }
        return [
            .note(
                .drafted(
                    NoteDrafted(
                        note: note, patient: patient, author: author, appointment: appointment, amends: amends,
                        content: content)))
        ]
    }
}

struct NoteDraftBody: Sendable {
    let appointment: ID<Appointment>?
    let amends: ID<ClinicalNote>?
    let content: NoteContent

    static let codec = object(
        NoteDraftBody.make(appointment:amends:title:text:isShared:),
        optionalField("appointment_id", \.appointment, .id().described("The appointment that the note is about.")),
        optionalField("amends_id", \.amends, .id().described("The signed note that this one amends.")),
        field("title", \.content.title, .noteTitle), field("text", \.content.text, .noteText),
        field("shared_with_patient", \.content.isShared, .sharedNote, default: false)
    ).described("A clinical note to write.").named("ClinicalNoteDraft")

    private static func make(
        appointment: ID<Appointment>?, amends: ID<ClinicalNote>?, title: Personal<String>, text: Personal<String>,
        isShared: Bool
    ) -> NoteDraftBody {
        NoteDraftBody(
            appointment: appointment, amends: amends, content: NoteContent(title: title, text: text, isShared: isShared)
        )
    }
}

extension NotesAPI {
    static let draftNote = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/notes", id: "draftNote", summary: "Begin a clinical note",
        details: """
            Makes a draft, which only its author can see and change. The author is the caller. With `amends_id` it \
            becomes an amendment of a signed note.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(NoteDraftBody.codec), answers: [.created(ClinicalNotes.codec, "The draft")],
        problems: [
            .noteOfOtherPatient, .noteNotSigned, .limitReached, .patientMerged, .notFound, .restrictedRecord,
        ], idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let id: ID<ClinicalNote> = newID()
            return ClinicCommand(
                DraftNote(
                    id, of: patient, by: reader.staff, about: body.appointment, amending: body.amends, body.content),
                answer: .note(id, location: "/api/v1/notes/\(id)")
            ).opening(for: reader) { _ in patient }
        }
    }
}
