public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// Sets a doctor's quick note on an appointment.
public struct NoteAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            }
        }
    }

    let target: AppointmentTarget
    let note: Personal<String>

    public init(_ target: AppointmentTarget, note: Personal<String>) {
        self.target = target
        self.note = note
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        guard course.status != .enteredInError else { throw .impossible(course.status) }
        return [.appointment(.noted(AppointmentNoted(visit: course.visit, note: note)))]
    }
}

struct NoteBody: Sendable {
    let note: Personal<String>

    static let codec = object(
        NoteBody.init(note:),
        field("note", \.note, .personal(.clinical, .prose()).described("The note. It replaces the one before."))
    ).described("A note for the staff.").named("QuickNote")
}

extension AppointmentsAPI {
    static let noteAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/note", id: "noteAppointment",
        summary: "Set an appointment's note", details: "The note is for the staff; it replaces the one before.",
        tag: tag, for: Clinical.self, takes: .path("appointment_id", .appointmentID), .body(NoteBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .notFound], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                NoteAppointment(AppointmentTarget(id), note: body.note),
                answer: .appointment(id, for: caller.principal)))
    }
}
