public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON

/// The appointment of a confirmed booking request, as the person who confirmed the request sees it.
public struct RequestedVisit: Sendable {
    let clinicName: String
    let clinicPhone: String?
    let zone: ZoneName
    public let start: Instant
    let end: Instant
    let service: String
    /// The name of the requested appointment's doctor; `nil` if the clinic does not show its doctors.
    let doctor: String?
    let status: AppointmentStatus

    /// The appointment with the given id, which a confirmed booking request has made.
    ///
    /// - Throws: `publicRequestInvalid` if there is no such appointment.
    public static func of(
        _ appointment: ID<Appointment>, _ model: inout DecisionModel<ClinicEvent>
    ) throws(Problem) -> RequestedVisit {
        guard case .made(let course) = model[.appointment(appointment)] else { throw Problem(.publicRequestInvalid) }
        let settings = model[.settings]
        return RequestedVisit(
            clinicName: settings.profile.name, clinicPhone: settings.profile.phone, zone: settings.zone.name,
            start: course.visit.place.slot.start, end: course.visit.place.slot.end,
            service: course.terms.serviceName,
            doctor: settings.publicBooking.showsDoctors ? course.terms.doctorName : nil, status: course.status)
    }

    public static let codec = object(
        RequestedVisit.init(clinicName:clinicPhone:zone:start:end:service:doctor:status:),
        field("clinic_name", \.clinicName, .name().described("The clinic's name.")),
        optionalField("clinic_phone", \.clinicPhone, .phone.described("The clinic's telephone number.")),
        field("time_zone", \.zone, .clinicZone),
        field("start", \.start, .visitStart), field("end", \.end, .visitEnd),
        field("service_name", \.service, .name().described("The service's name.")),
        optionalField(
            "doctor_name", \.doctor,
            .name().described("The doctor's name; absent if the clinic does not show its doctors.")),
        field(
            "status", \.status,
            AppointmentStatus.codec.described("The status: `requested` until the clinic approves it.")
        )
    ).described("The appointment of a confirmed booking request.").named("RequestedVisit")
}

extension Actor {
    /// The actor of events that a person without an account caused by confirming a booking request.
    public static let publicBooking = Actor.program("public-booking")
}
