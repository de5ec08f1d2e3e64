import EventSourcing
import Identifiers
public import JSON

/// The JSON of an appointment for its patient. It does not contain the staff's notes.
public struct PatientAppointment: Hashable, Sendable {
    let id: ID<Appointment>
    let version: Int64
    let status: AppointmentStatus
    let service: ID<Service>
    let serviceName: String
    let doctor: ID<StaffMember>
    let doctorName: String
    let hygienistName: String?
    let capacity: Int?
    let date: CivilDate
    let start: Instant
    let end: Instant
    let reason: Personal<String>?
    let cancelDeadline: Instant
    var canCancel: Bool
    let cancelled: Instant?
    let cancelledBy: AppointmentCancelled.Canceller?
    let updated: Instant
}

extension PatientAppointment {
    public static let codec = object(
        PatientAppointment.init(
            id:version:status:service:serviceName:doctor:doctorName:hygienistName:capacity:date:start:end:reason:
            cancelDeadline:canCancel:cancelled:cancelledBy:updated:),
        field("id", \.id, .appointmentID), field("version", \.version, .version),
        field("status", \.status, AppointmentStatus.codec.described("The status of the appointment.")),
        field("service_id", \.service, .serviceID),
        field("service_name", \.serviceName, .serviceName), field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.doctorName, .doctorName),
        optionalField("hygienist_name", \.hygienistName, .hygienistName),
        optionalField("group_capacity", \.capacity, .groupCapacity), field("date", \.date, .visitDate),
        field("start", \.start, .visitStart),
        field("end", \.end, .visitEnd), optionalField("reason", \.reason, .visitReason),
        field("cancel_deadline", \.cancelDeadline, .cancelDeadline), field("can_cancel", \.canCancel, .canCancel),
        optionalField(
            "cancelled_at", \.cancelled,
            .instant.described("When it was cancelled, in UTC; absent unless it is cancelled.")),
        optionalField(
            "cancelled_by", \.cancelledBy,
            .stringEnum.described("The side that cancelled it; absent unless it is cancelled.")),
        field("updated_at", \.updated, .lastChange)
    ).described("An appointment, as its patient sees it.").named("PatientAppointment")
}

extension AppointmentDocument {
    var forPatient: PatientAppointment {
        let place = visit.place
        return PatientAppointment(
            id: visit.appointment, version: version, status: status, service: visit.service,
            serviceName: terms.serviceName, doctor: place.doctor, doctorName: terms.doctorName,
            hygienistName: terms.hygienistName, capacity: place.capacity, date: place.date,
            start: place.slot.start, end: place.slot.end, reason: reason, cancelDeadline: terms.cancelBefore,
            canCancel: patientCanCancel, cancelled: status.holdsTime ? nil : times.cancelled,
            cancelledBy: status.holdsTime ? nil : cancellation?.by, updated: updated)
    }

    /// The JSON schema of an answer with an appointment, in the rendering for the staff or for the patient.
    static let eitherSchema = codec.schema.either(PatientAppointment.codec.schema).described(
        "An appointment: for the staff as `Appointment`, for patients as `PatientAppointment`."
    ).named("AnyAppointment")
}

extension DocumentQuery.Outdated {
    /// Corrects the member `can_cancel` in stored renderings for the patient that may be outdated. It is true for a
    /// request that the clinic has not approved. It is false for other appointments, since their deadline has passed. A
    /// rendering that cannot be read is sent unchanged. This does no harm, since the cancelling command checks the
    /// deadline itself.
    static func cancellation(markedIn column: Int) -> DocumentQuery.Outdated {
        DocumentQuery.Outdated(mark: column) { document in
            guard
                var appointment = try? PatientAppointment.codec.decode(parsing: document, unknownMembers: .ignored)
            else { return document }
            appointment.canCancel = appointment.status == .requested
            return PatientAppointment.codec.bytes(appointment)
        }
    }
}
