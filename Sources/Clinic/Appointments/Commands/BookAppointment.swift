public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Books an appointment. Patients book for themselves; the front desk books for any patient.
public struct BookAppointment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case serviceNotOffered
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknownPatient: Problem(.patientUnknown)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    /// The id of the new appointment, which the server generates.
    let appointment: ID<Appointment>
    let patient: ID<Patient>
    let service: ID<Service>
    /// The chosen doctor; `nil` for the doctor with the most free time that day.
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

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        guard let service = settings.services[service], service.isActive else { throw .serviceNotOffered }
        let placement = Placement(
            service: service, minutes: service.details.durationMinutes, start: start, doctor: doctor, chair: chair,
            seeker: TimeSeeker(side: by, visitor: Visitor(patient: patient)))
        let (place, terms) = try placement.found(&model, settings, at: now, else: Rejection.placement)
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
    /// Whether bookings by this side (patient or staff) wait for the clinic's approval.
    func mustApprove(_ side: BookingSide) -> Bool { side == .patient && rules.approvesPatientBookings }
}

struct BookingBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let start: Instant
    let reason: Personal<String>?

    static let codec = object(
        BookingBody.init(patient:service:doctor:chair:start:reason:),
        optionalField(
            "patient_id", \.patient,
            .id().described("The patient who comes. The staff must name one; patients book for themselves.")),
        field("service_id", \.service, .serviceID),
        optionalField(
            "doctor_id", \.doctor, .id().described("The doctor; absent: the one with the most free time that day.")),
        optionalField(
            "chair_id", \.chair,
            .id().described("The chair; only the staff may name one. Absent: any chair that is free.")),
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin. An offset other than UTC is accepted.")),
        optionalField("reason", \.reason, .visitReason)
    ).described("The appointment to book.").named("Booking")
}

extension AppointmentsAPI {
    static let bookAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments", id: "bookAppointment", summary: "Book an appointment",
        details: """
            If the time is not free, the answer is a 409 that names the reason and free times near it. If the \
            clinic approves bookings of patients, the appointment is `requested` first.
            """,
        tag: tag, for: Anyone.self, takes: .body(BookingBody.codec),
        answers: [.created(AppointmentDocument.eitherSchema, "The new appointment")],
        problems: Problem.Kind.placing, idempotency: .accepted
    ) { caller, body throws(Problem) in
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: body.patient)
        try booker.names(chair: body.chair)
        return .creation { newID in
            let id: ID<Appointment> = newID()
            return ClinicCommand(
                BookAppointment(
                    id, patient: patient, service: body.service, doctor: body.doctor, chair: body.chair,
                    start: body.start, reason: body.reason, by: booker.side),
                answer: .appointment(id, for: caller.principal, location: "/api/v1/appointments/\(id)"))
        }
    }
}
