public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that moves an appointment to another time, doctor, hygienist or chair with one event. If another booking
/// takes the new time first, the command is rejected and the appointment keeps its old time.
public struct RescheduleAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)
        case deadlinePassed(Instant)
        case serviceNotOffered
        case overrideNotAllowed
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            case .deadlinePassed(let deadline): .deadlinePassed(deadline)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .overrideNotAllowed: Problem(.overrideNotAllowed)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    let target: AppointmentTarget
    let start: Instant
    /// The new doctor of the moved appointment; `nil` to keep the present doctor.
    let doctor: ID<StaffMember>?
    /// The new hygienist of a visit with segments; `nil` if the visit keeps its hygienist.
    let hygienist: ID<StaffMember>?
    /// The new chair of the moved appointment; `nil` to keep the present chair if it is free, or else to use any free
    /// one.
    let chair: ID<Chair>?
    let reason: Personal<String>?
    let override: OverrideWish?

    public init(
        _ target: AppointmentTarget, start: Instant, doctor: ID<StaffMember>? = nil,
        hygienist: ID<StaffMember>? = nil, chair: ID<Chair>? = nil, reason: Personal<String>? = nil,
        override: OverrideWish? = nil
    ) {
        self.target = target
        self.start = start
        self.doctor = doctor
        self.hygienist = hygienist
        self.chair = chair
        self.reason = reason
        self.override = override
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        let from = course.visit.place
        let isThere =
            from.slot.start == start && (doctor ?? from.doctor) == from.doctor && (chair ?? from.chair) == from.chair
            && (hygienist == nil || hygienist == from.staff(as: .hygienist))
        if isThere { return [] }
        guard course.status.isAhead else { throw .impossible(course.status) }
        guard target.keepsDeadline(of: course, at: now) else { throw .deadlinePassed(course.terms.cancelBefore) }
        let settings = model[.settings]
        guard let service = settings.services[course.visit.service] else { throw .serviceNotOffered }
        guard let breakable = settings.rules.breakable(by: override) else { throw .overrideNotAllowed }
        let visitor = Visitor(patient: course.visit.patient, moving: course.visit.appointment)
        let placement = Placement(
            service: service, further: course.terms.furtherServices.compactMap { settings.services[$0.id] },
            length: VisitLength(minutes: from.slot.minutes), start: start, doctor: doctor ?? from.doctor,
            hygienist: hygienist, chair: chair, preferredChair: from.chair,
            seeker: TimeSeeker(side: target.side, visitor: visitor), moved: from, breakable: breakable)
        let placed = try placement.found(&model, settings, at: now, else: Rejection.placement)
        let status: AppointmentStatus = settings.mustApprove(target.side) ? .requested : .booked
        let moved = AppointmentRescheduled(
            visit: course.visit.moved(to: placed.place), wallTime: settings.zone.wallTime(start), from: from,
            terms: placed.terms, status: status, reason: reason, override: placed.override(override),
            guardian: target.guardian(of: course, &model))
        return [.appointment(.rescheduled(moved))]
            + model.endedHolds(of: course.visit.patient, bookedAt: [placed.place], settings, at: now)
            + model.lostOffers(at: [placed.place], at: now)
            + FreedTime.offers(of: course.visit, movedTo: placed.place, &model, at: now)
    }
}

struct ReschedulingBody: Sendable {
    let start: Instant
    let doctor: ID<StaffMember>?
    let hygienist: ID<StaffMember>?
    let chair: ID<Chair>?
    let reason: Personal<String>?
    let override: OverrideBody?

    static let codec = object(
        ReschedulingBody.init(start:doctor:hygienist:chair:reason:override:),
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin now. An offset other than UTC is accepted.")),
        optionalField("doctor_id", \.doctor, .id().described("The doctor; absent: the same as before.")),
        optionalField("hygienist_id", \.hygienist, .newHygienist),
        optionalField(
            "chair_id", \.chair,
            .id().described("The chair; only the staff may name one. Absent: the same as before if it is free.")),
        optionalField(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the appointment is moved.")),
        optionalField("override", \.override, OverrideBody.member)
    ).described("The new time of an appointment.").named("Rescheduling")
}

extension AppointmentsAPI {
    static let rescheduleAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/reschedule", id: "rescheduleAppointment",
        summary: "Reschedule an appointment",
        details: """
            Changes time, doctor, hygienist and chair in one step. Patients may do this until `cancel_deadline`. Guardians may do it for \
            their dependants if the clinic permits it, and permitted staff may break rules with an `override`.
            """,
        tag: tag, for: Anyone.self,
        takes: .path("appointment_id", .appointmentID), .body(ReschedulingBody.codec),
        answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
        problems: Problem.Kind.placing + [.wrongStatus, .deadlinePassed, .overrideNotAllowed, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        let booker = Booker(caller.principal)
        try booker.names(chair: body.chair)
        guard booker.side == .staff || body.override == nil else {
            throw .malformed(body: "/override", code: "not_allowed", detail: "for the staff only")
        }
        return .command(
            ClinicCommand(
                RescheduleAppointment(
                    booker.target(id), start: body.start, doctor: body.doctor, hygienist: body.hygienist,
                    chair: body.chair, reason: body.reason, override: body.override?.wish(of: caller.principal)),
                answer: .appointment(id, for: caller.principal)))
    }
}
