public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that books an appointment, by a patient for themselves, by a guardian for a dependant, or by the staff
/// for a patient.
public struct BookAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// A patient booked for somebody else, and is not a guardian who may do that.
        case notYours
        case serviceNotOffered
        case limitReached(BookingLimit)
        case overrideNotAllowed
        /// The request would break the given rules of booking, and has no `override` with a reason.
        case overrideMissing([BookingRule])
        case placement(PlacementRejection)
        /// The patient may not book the service; only the staff may book it for the patient.
        case refused(ServiceRefusal)
        /// The request names an item of a treatment plan that the visit cannot be for, because of the given refusal.
        case treatment(TreatmentRefusal)

        public var problem: Problem {
            switch self {
            case .unknownPatient: Problem(.patientUnknown)
            case .notYours: Problem(.forbidden)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .limitReached(let limit): limit.problem
            case .overrideNotAllowed: Problem(.overrideNotAllowed)
            case .overrideMissing(let rules): .overrideMissing(rules)
            case .placement(let rejection): rejection.problem
            case .refused(let refusal): refusal.problem
            case .treatment(let refusal): refusal.problem
            }
        }
    }

    /// The id of the new appointment, which the server generates.
    let appointment: ID<Appointment>
    let patient: ID<Patient>
    let request: VisitRequest
    /// The wanted doctor; `nil` if the server chooses. Of the free doctors who take least time for the visit, it
    /// chooses the one with the fewest appointments that day.
    let doctor: ID<StaffMember>?
    /// The requested hygienist; `nil` for the free hygienist with the fewest appointments that day, if the visit needs
    /// a hygienist.
    let hygienist: ID<StaffMember>?
    let chair: ID<Chair>?
    /// The start of the appointment; `nil` for a walk-in: the appointment then begins now, and the patient is checked
    /// in at once.
    let start: Instant?
    let reason: Personal<String>?
    let by: BookingSide
    /// The patient who sends the command; `nil` for the staff.
    let caller: ID<Patient>?

    public init(
        _ appointment: ID<Appointment>, patient: ID<Patient>, request: VisitRequest, doctor: ID<StaffMember>? = nil,
        hygienist: ID<StaffMember>? = nil, chair: ID<Chair>? = nil, start: Instant?, reason: Personal<String>? = nil,
        by: BookingSide,
        caller: ID<Patient>? = nil
    ) {
        self.appointment = appointment
        self.patient = patient
        self.request = request
        self.doctor = doctor
        self.hygienist = hygienist
        self.chair = chair
        self.start = start
        self.reason = reason
        self.by = by
        self.caller = caller
    }

    public init(
        _ appointment: ID<Appointment>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>? = nil,
        hygienist: ID<StaffMember>? = nil, chair: ID<Chair>? = nil, start: Instant, reason: Personal<String>? = nil,
        by: BookingSide,
        caller: ID<Patient>? = nil
    ) {
        self.init(
            appointment, patient: patient, request: VisitRequest(service), doctor: doctor, hygienist: hygienist,
            chair: chair,
            start: start, reason: reason, by: by, caller: caller)
    }

    private var guardian: ID<Patient>? { caller == patient ? nil : caller }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        if let guardian, !model.mayAct(guardian, for: patient) { throw .notYours }
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        guard let (service, further) = request.services(settings) else { throw .serviceNotOffered }
        if let refusal = model.refusal(ofScheduling: request.treatment, for: patient) { throw .treatment(refusal) }
        guard let breakable = settings.rules.breakable(by: request.override) else { throw .overrideNotAllowed }
        let broken = request.broken(service, further, with: doctor)
        guard broken.isSubset(of: breakable) else {
            throw .overrideMissing(BookingRule.allCases.filter(broken.contains))
        }
        if by == .patient, let limit = model.bookingLimit(of: patient, settings, at: now) { throw .limitReached(limit) }
        let start = start ?? settings.zone.atom(of: now)
        if by == .patient {
            let date = settings.zone.date(of: start)
            try service.details.limits.check(patient, on: date, &model, at: now, else: Rejection.refused)
        }
        let placement = Placement(
            service: service, further: further, length: request.length(service, further), start: start,
            doctor: doctor, hygienist: hygienist, chair: chair,
            seeker: TimeSeeker(side: by, visitor: Visitor(patient: patient)),
            breakable: breakable)
        let placed = try placement.found(&model, settings, at: now, else: Rejection.placement)
        let visit = Visit(
            appointment: appointment, patient: patient, service: service.id, place: placed.place,
            treatment: request.treatment)
        let booked = AppointmentBooked(
            visit: visit, wallTime: settings.zone.wallTime(start), terms: placed.terms,
            status: settings.mustApprove(by) ? .requested : .booked, reason: reason,
            override: placed.override(request.override, and: broken), guardian: guardian)
        let ended = model.endedHolds(of: patient, bookedAt: [placed.place], settings, at: now)
        let arrived: [ClinicEvent] =
            self.start == nil ? [.appointment(.arrived(PatientArrived(visit: visit)))] : []
        return ended + [.appointment(.booked(booked))] + arrived + model.lostOffers(at: [placed.place], at: now)
    }
}

extension ClinicSettings {
    /// Whether bookings by a side (the patients or the staff) wait for the clinic's approval.
    func mustApprove(_ side: BookingSide) -> Bool { side == .patient && rules.approvesPatientBookings }
}
