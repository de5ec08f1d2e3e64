public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that marks a booked or confirmed appointment as a no-show, once a grace period after its start has
/// passed.
public struct MarkNoShow: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)
        /// The appointment can be marked as a no-show only from the given instant on. Until then the patient may still
        /// come.
        case tooSoon(Instant)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            case .tooSoon(let from): Problem(.tooSoonForNoShow).with("from", from, .instant)
            }
        }
    }

    let target: AppointmentTarget

    public init(_ target: AppointmentTarget) { self.target = target }

    public static func isPossible(from status: AppointmentStatus) -> Bool { [.booked, .confirmed].contains(status) }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        if course.status == .noShow { return [] }
        guard MarkNoShow.isPossible(from: course.status) else { throw .impossible(course.status) }
        let grace = Int64(model[.basics].rules.noShowAfterMinutes)
        let from = course.visit.place.slot.start.adding(minutes: grace)
        guard now >= from else { throw .tooSoon(from) }
        return [.appointment(.missed(AppointmentMissed(visit: course.visit)))]
    }
}

extension Problem.Kind {
    static let tooSoonForNoShow = Problem.Kind(
        "too-soon-for-no-show", 409, "The patient may still come",
        means: "A patient counts as not having come some minutes after the start: `no_show_after_minutes`.",
        remedy: "Send the request again at `from` or later.",
        members: [.member("from", .instant.described("From when on this is possible, in UTC."), example: .example)])
}

extension AppointmentsAPI {
    static let markNoShow = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/no-show", id: "markNoShow",
        summary: "Mark a patient as not having come",
        details: "Possible from some minutes after the start (the booking rules say how many). Frees the time.",
        tag: tag, for: Staff.self, takes: .path("appointment_id", .appointmentID),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .tooSoonForNoShow, .notFound], idempotency: .accepted
    ) { caller, id throws(Problem) in
        .command(
            ClinicCommand(MarkNoShow(AppointmentTarget(id)), answer: .appointment(id, for: caller.principal)))
    }
}
