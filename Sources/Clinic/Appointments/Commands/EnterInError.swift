public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that marks an appointment as entered in error and frees its time. The appointment's events stay. Lists
/// leave the appointment out, unless a request asks for this status.
public struct EnterInError: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            }
        }
    }

    let target: AppointmentTarget
    let reason: Personal<String>

    public init(_ target: AppointmentTarget, reason: Personal<String>) {
        self.target = target
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        if course.status == .enteredInError { return [] }
        let event = AppointmentEnteredInError(
            visit: course.visit, reason: reason, isTold: course.status.isAhead ? true : nil)
        // A patient for whom a visit was entered in error may wait for a time, but not for this one.
        let offers = course.status.holdsTime ? FreedTime.offers(of: course.visit, &model, at: now) : []
        return [.appointment(.enteredInError(event))] + offers
    }
}

extension AppointmentsAPI {
    static let enterAppointmentInError = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/enter-in-error", id: "enterAppointmentInError",
        summary: "Mark an appointment as entered in error",
        details: """
            For an appointment that should never have existed. Frees the time, and offers it to the waitlist.
            """,
        tag: tag, for: AdminOnly.self, takes: .path("appointment_id", .appointmentID), .body(ReasonBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")], problems: [.notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                EnterInError(AppointmentTarget(id), reason: body.reason),
                answer: .appointment(id, for: caller.principal)))
    }
}
