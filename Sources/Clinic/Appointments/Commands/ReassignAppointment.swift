public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that changes doctor, chair, service or time of day of an appointment. The appointment keeps its day and
/// its status, so it can also be reassigned while the patient waits or is treated.
public struct ReassignAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(AppointmentStatus)
        case serviceNotOffered
        /// The new time of the reassigned appointment is not on the appointment's day.
        case otherDay
        case overrideNotAllowed
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .wrongStatus(status)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .otherDay:
                .malformed(body: "/start", code: "other_day", detail: "must be on the appointment's day")
            case .overrideNotAllowed: Problem(.overrideNotAllowed)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    /// The new service, doctor, chair and start of a reassigned appointment. A value that is `nil` stays as it is,
    /// except the chair: if the present chair is not free, another one is used.
    public struct Change: Hashable, Sendable {
        public let service: ID<Service>?
        public let doctor: ID<StaffMember>?
        public let hygienist: ID<StaffMember>?
        public let chair: ID<Chair>?
        public let start: Instant?

        public init(
            service: ID<Service>? = nil, doctor: ID<StaffMember>? = nil, hygienist: ID<StaffMember>? = nil,
            chair: ID<Chair>? = nil, start: Instant? = nil
        ) {
            self.service = service
            self.doctor = doctor
            self.hygienist = hygienist
            self.chair = chair
            self.start = start
        }
    }

    let target: AppointmentTarget
    let change: Change
    let reason: Personal<String>?
    let override: OverrideWish?

    public init(
        _ target: AppointmentTarget, _ change: Change, reason: Personal<String>? = nil, override: OverrideWish? = nil
    ) {
        self.target = target
        self.change = change
        self.reason = reason
        self.override = override
    }

    /// Whether an appointment in the given status can be reassigned: until its treatment is over, and not if it was
    /// cancelled, missed or entered in error.
    public static func isPossible(from status: AppointmentStatus) -> Bool {
        status.isAhead || [.arrived, .seated, .inTreatment].contains(status)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        let (from, visit) = (course.visit.place, course.visit)
        let isNew = change.service.map { $0 != visit.service } ?? false
        let isMoved = change.start.map { $0 != from.slot.start } ?? false
        let changesTeam =
            (change.doctor ?? from.doctor) != from.doctor
            || change.hygienist != nil && change.hygienist != from.staff(as: .hygienist)
        let changesPlace = changesTeam || (change.chair ?? from.chair) != from.chair
        guard isNew || isMoved || changesPlace else { return [] }
        guard Self.isPossible(from: course.status) else { throw .impossible(course.status) }
        let settings = model[.settings]
        guard let service = settings.services[change.service ?? visit.service], service.isActive || !isNew else {
            throw .serviceNotOffered
        }
        let start = change.start ?? from.slot.start
        guard settings.zone.date(of: start) == from.date else { throw .otherDay }
        guard let breakable = settings.rules.breakable(by: override) else { throw .overrideNotAllowed }
        let further = isNew ? [] : course.terms.furtherServices.compactMap { settings.services[$0.id] }
        let placement = Placement(
            service: service, further: further,
            length: isNew ? VisitLength(of: service) : VisitLength(minutes: from.slot.minutes),
            start: start, doctor: change.doctor ?? from.doctor, hygienist: change.hygienist, chair: change.chair,
            preferredChair: from.chair, seeker: TimeSeeker(side: .staff, visitor: course.visitor), agreed: from,
            moved: isNew ? nil : from,
            keepsBuffers: !isNew && !isMoved, breakable: breakable)
        let placed = try placement.found(&model, settings, at: now, else: Rejection.placement)
        let treatment = isNew ? model.treatment(of: course, for: service.id) : visit.treatment
        let event = AppointmentReassigned(
            visit: visit.changed(to: service.id, for: treatment, at: placed.place),
            wallTime: isMoved ? settings.zone.wallTime(start) : course.wallTime, from: from,
            terms: isMoved ? placed.terms : placed.terms.with(cancelBefore: course.terms.cancelBefore), reason: reason,
            override: placed.override(override),
            formerPurpose: isNew ? VisitPurpose(service: visit.service, treatment: visit.treatment) : nil)
        return [.appointment(.reassigned(event))] + model.lostOffers(at: [placed.place], at: now)
            + FreedTime.offers(of: visit, movedTo: placed.place, &model, at: now)
    }
}

struct ReassignmentBody: Sendable {
    let change: ReassignAppointment.Change
    let reason: Personal<String>?
    let override: OverrideBody?

    static let codec = object(
        ReassignmentBody.make(service:doctor:hygienist:chair:start:reason:override:),
        optionalField(
            "service_id", \.change.service,
            .id().described(
                "The new service, which takes its own time. It replaces all services of the visit. Absent: the same.")),
        optionalField("doctor_id", \.change.doctor, .id().described("The new doctor; absent: the same.")),
        optionalField("hygienist_id", \.change.hygienist, .newHygienist),
        optionalField(
            "chair_id", \.change.chair, .id().described("The new chair; absent: the same if it is free.")),
        optionalField(
            "start", \.change.start,
            .instant.described("The new start on the same day; absent: the same. An offset other than UTC is accepted.")
        ),
        optionalField(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the appointment changes.")),
        optionalField("override", \.override, OverrideBody.member)
    ).described("The changes of an appointment on its day.").named("Reassignment")

    private static func make(
        service: ID<Service>?, doctor: ID<StaffMember>?, hygienist: ID<StaffMember>?, chair: ID<Chair>?,
        start: Instant?, reason: Personal<String>?, override: OverrideBody?
    ) -> ReassignmentBody {
        ReassignmentBody(
            change: ReassignAppointment.Change(
                service: service, doctor: doctor, hygienist: hygienist, chair: chair, start: start),
            reason: reason, override: override)
    }
}

extension AppointmentsAPI {
    static let reassignAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/reassign", id: "reassignAppointment",
        summary: "Change doctor, chair or service of an appointment",
        details: """
            Also while the patient waits or is treated. The appointment stays on its day, and keeps its status and the time of \
            arrival. If the service changes, the appointment is no longer for items of treatment plans of other services: they \
            are `accepted` again. Permitted staff may break rules with an `override`.
            """,
        tag: tag, for: Staff.self, takes: .path("appointment_id", .appointmentID), .body(ReassignmentBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: Problem.Kind.placing.filter { $0 != .patientUnknown } + [
            .wrongStatus, .overrideNotAllowed, .notFound,
        ],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                ReassignAppointment(
                    AppointmentTarget(id), body.change, reason: body.reason,
                    override: body.override?.wish(of: caller.principal)),
                answer: .appointment(id, for: caller.principal)))
    }
}
