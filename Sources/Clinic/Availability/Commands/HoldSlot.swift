public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that keeps a free time for a patient for some minutes, in which others can book it only with an
/// override. A patient has one hold at a time, so a new hold ends the earlier one.
public struct HoldSlot: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// A patient held a time for somebody else, and is not a guardian who may do that.
        case notYours
        case serviceNotOffered
        case placement(PlacementRejection)
        /// The patient may not book the service; only the staff may book it for the patient.
        case refused(ServiceRefusal)

        public var problem: Problem {
            switch self {
            case .unknownPatient: Problem(.patientUnknown)
            case .notYours: Problem(.forbidden)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            case .refused(let refusal): refusal.problem
            }
        }
    }

    /// The id of the new hold, which the server generates.
    let hold: ID<Hold>
    let patient: ID<Patient>
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let hygienist: ID<StaffMember>?
    let start: Instant
    let by: BookingSide
    /// The patient who sends the command; `nil` for the staff.
    let caller: ID<Patient>?

    public init(
        _ hold: ID<Hold>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>? = nil,
        hygienist: ID<StaffMember>? = nil, start: Instant, by: BookingSide, caller: ID<Patient>? = nil
    ) {
        self.hold = hold
        self.patient = patient
        self.service = service
        self.doctor = doctor
        self.hygienist = hygienist
        self.start = start
        self.by = by
        self.caller = caller
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        if let caller, caller != patient, !model.mayAct(caller, for: patient) { throw .notYours }
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        guard let service = settings.services[service], service.isActive else { throw .serviceNotOffered }
        if by == .patient {
            let date = settings.zone.date(of: start)
            try service.details.limits.check(patient, on: date, &model, at: now, else: Rejection.refused)
        }
        let current = model.holds(of: patient, settings.zone, at: now).first { now < $0.expiresAt }
        if let current, current.place.slot.start == start, current.service == service.id,
            (doctor ?? current.place.doctor) == current.place.doctor,
            hygienist == nil || hygienist == current.place.staff(as: .hygienist)
        {
            return []
        }
        let placement = Placement(
            service: service, length: VisitLength(of: service), start: start, doctor: doctor,
            hygienist: hygienist, chair: nil, seeker: TimeSeeker(side: by, visitor: Visitor(patient: patient)))
        let placed = try placement.found(&model, settings, at: now, else: Rejection.placement)
        let held = Hold(
            id: hold, patient: patient, service: service.id, place: placed.place,
            expiresAt: now.adding(minutes: Int64(settings.rules.holdMinutes)))
        var events: [ClinicEvent] = []
        if let current { events.append(.hold(.released(SlotReleased(hold: current)))) }
        events.append(.hold(.held(SlotHeld(hold: held, doctorName: placed.terms.doctorName))))
        return events
    }
}

struct HoldBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let hygienist: ID<StaffMember>?
    let start: Instant

    static let codec = object(
        HoldBody.init(patient:service:doctor:hygienist:start:),
        optionalField(
            "patient_id", \.patient,
            .id().described(
                """
                The patient whom the time is kept for. The staff must name one; patients hold for \
                themselves, and for dependants if the clinic permits it.
                """
            )),
        field("service_id", \.service, .serviceID),
        optionalField(
            "doctor_id", \.doctor,
            .id().described(
                """
                The doctor; absent: of the free ones who take least time for it, the one with the fewest appointments that \
                day.
                """)),
        optionalField("hygienist_id", \.hygienist, .requestedHygienist),
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin. An offset other than UTC is accepted."))
    ).described("The time to hold.").named("HoldDraft")
}

extension AvailabilityAPI {
    static let holdSlot = Endpoint<ClinicAction>(
        .post, "/api/v1/holds", id: "holdSlot", summary: "Hold a free time for a few minutes",
        details: """
            No other patient can book the time meanwhile. A patient has one hold at a time; a new one replaces it, \
            and any booking of the patient ends it. It ends by itself at `expires_at`.
            """, tag: tag,
        for: Anyone.self, takes: .body(HoldBody.codec), answers: [.made(HoldDocument.codec.schema, "The hold")],
        problems: Problem.Kind.placing + [.serviceNotForPatient, .patientMerged], idempotency: .accepted
    ) { caller, body throws(Problem) in
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: body.patient)
        return .creation { newID in
            ClinicCommand(
                HoldSlot(
                    newID(), patient: patient, service: body.service, doctor: body.doctor,
                    hygienist: body.hygienist, start: body.start,
                    by: booker.side, caller: booker.caller),
                answer: DocumentAnswer(Holds.self, DocumentKey(patient)))
        }
    }
}
