public import EventSourcing
public import Identifiers

/// Books an appointment, by a patient for themself or by the front desk for a patient.
public struct BookAppointment: Decision {
    /// The id of the new appointment, created at the server's edge.
    let appointment: ID<Appointment>
    let patient: ID<Patient>
    let service: ID<Service>
    /// The wanted doctor; `nil` for the doctor with the most free time that day.
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let start: Instant
    let reason: Personal<String>?
    let by: BookingSide

    public init(
        _ appointment: ID<Appointment>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>? = nil,
        chair: ID<Chair>? = nil, start: Instant, reason: Personal<String>? = nil, by: BookingSide
    ) {
        self.appointment = appointment
        self.patient = patient
        self.service = service
        self.doctor = doctor
        self.chair = chair
        self.start = start
        self.reason = reason
        self.by = by
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let settings = model[.settings]
        // If the patient's state is not cached yet the run continues, so that everything missing is loaded at once.
        guard model[.registration(of: patient)].isCurrent || !model.missing.isEmpty else { throw .unknownPatient }
        guard let service = settings.services[service], service.isActive else { throw .serviceNotOffered }
        let placement = Placement(
            service: service, minutes: service.details.durationMinutes, start: start, doctor: doctor, chair: chair,
            seeker: TimeSeeker(side: by, visitor: Visitor(patient: patient)))
        let (place, terms) = try placement.found(&model, settings, at: now)
        let visit = Visit(appointment: appointment, patient: patient, service: service.id, place: place)
        let status: AppointmentStatus = settings.mustApprove(by) ? .requested : .booked
        return [
            .appointment(
                .booked(
                    AppointmentBooked(
                        visit: visit, wallTime: settings.zone.wallTime(start), terms: terms, status: status,
                        reason: reason)))
        ]
    }
}

extension ClinicSettings {
    /// Whether the clinic must approve a booking by this side.
    func mustApprove(_ side: BookingSide) -> Bool { side == .patient && rules.approvesPatientBookings }
}

extension Placement {
    /// The doctor, chair and time that `place` finds, or the rejection of an appointment command.
    func found(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(AppointmentRejection) -> (place: Place, terms: VisitTerms) {
        do { return try place(&model, settings, at: now) } catch { throw .placement(error) }
    }
}
