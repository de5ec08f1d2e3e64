public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a note for the staff to an appointment.
public struct NoteAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)
        case tooManyNotes

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            case .tooManyNotes: Problem(.limitReached, "At most \(VisitNote.limit) notes on an appointment.")
            }
        }
    }

    let target: AppointmentTarget
    let note: Personal<String>
    let author: ID<StaffMember>?

    public init(_ target: AppointmentTarget, note: Personal<String>, by author: ID<StaffMember>? = nil) {
        self.target = target
        self.note = note
        self.author = author
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        guard course.status != .enteredInError else { throw .impossible(course.status) }
        guard course.notes < VisitNote.limit else { throw .tooManyNotes }
        let author = author.flatMap { id in
            model[.settings].staff[id].map { NoteAuthor(staff: id, name: $0.details.name) }
        }
        return [.appointment(.noted(AppointmentNoted(visit: course.visit, note: note, author: author)))]
    }
}

struct NoteBody: Sendable {
    let note: Personal<String>

    static let codec = object(
        NoteBody.init(note:),
        field("note", \.note, .personal(.clinical, .prose()).described("The note."))
    ).described("A note for the staff.").named("QuickNote")
}

extension AppointmentsAPI {
    static let noteAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/note", id: "noteAppointment",
        summary: "Add a note to an appointment",
        details: "The note is for the staff. `notes` lists all of them with their authors, `note` is the latest. "
            + "The note on a visit of a restricted record needs access to the record.",
        tag: tag, for: Clinical.self, takes: .path("appointment_id", .appointmentID), .body(NoteBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .limitReached, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                NoteAppointment(AppointmentTarget(id), note: body.note, by: ID(caller.staff)),
                answer: .appointment(id, for: caller.principal)
            ).opening(for: RecordReader(caller)) { $0[.appointment(id)].patient })
    }
}
