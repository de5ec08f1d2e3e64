public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The decision that books the appointment of a booking request, which its sender has confirmed, for a new patient.
///
/// The decision always registers a new patient, even if a patient of the same name exists, since the sender must not
/// learn who is a patient of the clinic. The front desk compares the records later. If the appointment exists already,
/// the decision changes nothing, so that a repeated confirmation books once.
public struct BookForNewPatient: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        /// The clinic takes no booking requests.
        case notOpen
        case serviceNotOffered
        case impossibleBirthDate
        case tooYoung
        /// The requested time is not free, or does not suit the clinic's rules. The associated value has free times
        /// near it.
        case timeNotOffered([PublicTime])

        public var problem: Problem {
            switch self {
            case .notOpen: Problem(.publicBookingClosed)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .impossibleBirthDate: .impossibleBirthDate
            case .tooYoung: ServiceRefusal.tooYoung.problem
            case .timeNotOffered(let times):
                Problem(.publicTimeNotOffered).with("alternatives", times, .array(PublicTime.codec))
            }
        }
    }

    /// The id of the appointment that the confirmation makes. The id is part of the booking request, so that every
    /// confirmation of the request names the same appointment.
    let appointment: ID<Appointment>
    /// The id of the patient whom the confirmation registers. The id is part of the booking request.
    let patient: ID<Patient>
    let request: PublicRequest

    public init(_ appointment: ID<Appointment>, for patient: ID<Patient>, _ request: PublicRequest) {
        self.appointment = appointment
        self.patient = patient
        self.request = request
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        if case .made = model[.appointment(appointment)] { return [] }
        let (clinic, service, placed) = try request.placed(&model, at: now)
        let details = request.details
        let visit = Visit(appointment: appointment, patient: patient, service: service.id, place: placed.place)
        return [
            .patient(
                .patientRegistered(
                    PatientRegistered(patient: patient, details: details, identity: details.identity(in: clinic)))),
            .patient(.publicBookingConfirmed(PublicBookingConfirmed(patient: patient, appointment: appointment))),
            .appointment(
                .booked(
                    AppointmentBooked(
                        visit: visit, wallTime: model[.settings].zone.wallTime(request.start), terms: placed.terms,
                        status: .requested, reason: request.reason, override: nil, guardian: nil))),
        ] + model.lostOffers(at: [placed.place], at: now)
    }
}

extension PublicRequest {
    /// Checks that a booking request could be booked now. The check reads no data of patients.
    public func check(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(BookForNewPatient.Rejection) {
        _ = try placed(&model, at: now)
    }

    /// The clinic, the service and the place of a booking request's appointment.
    fileprivate func placed(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(BookForNewPatient.Rejection) -> (clinic: UUIDBytes, service: Service, placed: Placed) {
        let settings = model[.settings]
        guard let clinic = settings.clinic, settings.takesPublicBookings else { throw .notOpen }
        guard let service = settings.publicService(service) else { throw .serviceNotOffered }
        guard details.canBeAlive(on: settings.zone.date(of: now)) else { throw .impossibleBirthDate }
        guard details.isOldEnough(for: service, on: settings.zone.date(of: start)) else { throw .tooYoung }
        let placement = Placement(
            service: service, length: VisitLength(of: service), start: start,
            doctor: settings.publicBooking.showsDoctors ? doctor : nil, chair: nil,
            seeker: TimeSeeker(side: .patient, visitor: Visitor(patient: nil)))
        let placed = try placement.found(&model, settings, at: now) { rejection in
            BookForNewPatient.Rejection.timeNotOffered(
                PublicTime.of(rejection.alternatives, settings.publicBooking))
        }
        return (clinic, service, placed)
    }
}

extension PatientDetails {
    /// Whether the new patient is old enough for the service on a day. If the birth date is unknown, the patient counts
    /// as old enough.
    fileprivate func isOldEnough(for service: Service, on date: CivilDate) -> Bool {
        guard let age = service.details.limits.minimumAge, let birthDate = birthDate.value else { return true }
        return date >= birthDate.adding(months: age * 12)
    }
}

extension PlacementRejection {
    /// Free times near the requested time; none if the doctor or the chair is unknown.
    fileprivate var alternatives: [Offer] {
        switch self {
        case .notFree(_, let offers): offers
        case .unknownDoctor, .notOfferedByDoctor, .unknownChair, .unknownHygienist: []
        }
    }
}
