public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that cancels an appointment. A patient can cancel before the deadline, which the cancellation notice set
/// at the booking or the last move, and at any time while the clinic has not approved the appointment. The clinic can
/// cancel until the treatment begins, with a reason.
public struct CancelAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)
        case deadlinePassed(Instant)
        case reasonMissing

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            case .deadlinePassed(let deadline): .deadlinePassed(deadline)
            case .reasonMissing: .malformed(body: "/reason", code: "missing", detail: "the clinic gives a reason")
            }
        }
    }

    let target: AppointmentTarget
    let reason: Personal<String>?

    public init(_ target: AppointmentTarget, reason: Personal<String>? = nil) {
        self.target = target
        self.reason = reason
    }

    /// Whether the clinic can cancel an appointment in the given status.
    public static func isPossible(from status: AppointmentStatus) -> Bool {
        status.isAhead || status == .arrived || status == .seated
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        if course.status == .cancelled { return [] }
        let isPatient = target.side == .patient
        guard isPatient ? course.status.isAhead : CancelAppointment.isPossible(from: course.status) else {
            throw .impossible(course.status)
        }
        guard target.keepsDeadline(of: course, at: now) else { throw .deadlinePassed(course.terms.cancelBefore) }
        guard isPatient || reason != nil else { throw .reasonMissing }
        let offers = FreedTime.offers(of: course.visit, &model, at: now)
        return [
            .appointment(
                .cancelled(
                    AppointmentCancelled(
                        visit: course.visit, by: isPatient ? .patient : .clinic, reason: reason,
                        guardian: target.guardian(of: course, &model))))
        ] + offers
    }
}

struct CancellationBody: Sendable {
    let reason: Personal<String>?

    static let codec = object(
        CancellationBody.init(reason:),
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the appointment is cancelled. The staff must give a reason; patients may."))
    ).described("Why an appointment is cancelled.").named("Cancellation")
}

extension AppointmentsAPI {
    static let cancelAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/cancel", id: "cancelAppointment",
        summary: "Cancel an appointment",
        details: """
            Frees the time. Patients may do this until `cancel_deadline`, and always while the clinic has not approved their \
            request. Guardians may do it for their dependants if the clinic permits it. The staff must give a reason.
            """,
        tag: tag, for: Anyone.self, takes: .path("appointment_id", .appointmentID),
        .optionalBody(CancellationBody.codec),
        answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
        problems: [.wrongStatus, .deadlinePassed, .notFound], idempotency: .implied
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                CancelAppointment(Booker(caller.principal).target(id), reason: body?.reason),
                answer: .appointment(id, for: caller.principal)))
    }
}
