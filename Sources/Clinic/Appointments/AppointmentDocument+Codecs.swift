import EventSourcing
import Identifiers
public import JSON

extension AppointmentDocument {
    /// The JSON of an appointment for the staff; the projection's fold also reads it.
    public static let codec = object(
        AppointmentDocument.staff, field("id", \.visit.appointment, .appointmentID),
        field("version", \.version, .version),
        field("status", \.status, AppointmentStatus.codec.described("Where the appointment stands.")),
        field("patient_id", \.visit.patient, .patientID),
        field("service_id", \.visit.service, .serviceID), field("service_name", \.terms.serviceName, .serviceName),
        field("doctor_id", \.visit.place.doctor, .doctorID), field("doctor_name", \.terms.doctorName, .doctorName),
        field("chair_id", \.visit.place.chair, .chairID), field("chair_name", \.terms.chairName, .chairName),
        field("date", \.visit.place.date, .visitDate), field("start", \.visit.place.slot.start, .visitStart),
        field("end", \.visit.place.slot.end, .visitEnd),
        optionalField("reason", \.reason, .visitReason),
        optionalField("note", \.note, .staffNote),
        field("cancel_deadline", \.terms.cancelBefore, .cancelDeadline),
        field("can_cancel", \.staffCanCancel, .canCancel),
        optionalField(
            "waiting_since", \.waitingSince,
            .instant.described("When the patient checked in, in UTC; absent unless the patient waits now.")),
        field(
            "times", \.times,
            AppointmentTimes.codec.described(
                "When each step was taken. The time of a step that was not taken is absent.")),
        optionalField(
            "cancellation", \.cancellation,
            Cancellation.codec.described("The side that cancelled it, and the reason; absent unless it is cancelled.")),
        field("updated_at", \.updated, .lastChange)
    ).described("An appointment, as the staff see it.").named("Appointment")

    private static func staff(
        id: ID<Appointment>, version: Int64, status: AppointmentStatus, patient: ID<Patient>, service: ID<Service>,
        serviceName: String, doctor: ID<StaffMember>, doctorName: String, chair: ID<Chair>, chairName: String,
        date: CivilDate, start: Instant, end: Instant, reason: Personal<String>?, note: Personal<String>?,
        cancelBefore: Instant, canCancel _: Bool, waitingSince _: Instant?, times: AppointmentTimes,
        cancellation: Cancellation?, updated: Instant
    ) throws(CheckFailure) -> AppointmentDocument {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        let place = Place(doctor: doctor, chair: chair, date: date, slot: slot)
        return AppointmentDocument(
            visit: Visit(appointment: id, patient: patient, service: service, place: place), version: version,
            status: status,
            terms: VisitTerms(
                serviceName: serviceName, doctorName: doctorName, chairName: chairName, cancelBefore: cancelBefore),
            reason: reason, note: note, times: times, cancellation: cancellation, updated: updated)
    }
}

/// An appointment as its patient sees it, without the staff's notes.
public struct PatientAppointment: Hashable, Sendable {
    let id: ID<Appointment>
    let version: Int64
    let status: AppointmentStatus
    let service: ID<Service>
    let serviceName: String
    let doctor: ID<StaffMember>
    let doctorName: String
    let date: CivilDate
    let start: Instant
    let end: Instant
    let reason: Personal<String>?
    let cancelDeadline: Instant
    let canCancel: Bool
    let cancelled: Instant?
    let cancelledBy: AppointmentCancelled.Canceller?
    let updated: Instant
}

extension PatientAppointment {
    public static let codec = object(
        PatientAppointment.init, field("id", \.id, .appointmentID), field("version", \.version, .version),
        field("status", \.status, AppointmentStatus.codec.described("Where the appointment stands.")),
        field("service_id", \.service, .serviceID),
        field("service_name", \.serviceName, .serviceName), field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.doctorName, .doctorName), field("date", \.date, .visitDate),
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
            serviceName: terms.serviceName, doctor: place.doctor, doctorName: terms.doctorName, date: place.date,
            start: place.slot.start, end: place.slot.end, reason: reason, cancelDeadline: terms.cancelBefore,
            canCancel: patientCanCancel, cancelled: times.cancelled, cancelledBy: cancellation?.by, updated: updated)
    }
}

extension AppointmentDocument.Cancellation {
    static let codec = object(
        AppointmentDocument.Cancellation.init(by:reason:),
        field("by", \.by, .stringEnum.described("The side that cancelled it.")),
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described("The reason that was given; absent if there was none.")))
}

extension AppointmentTimes {
    static let codec = object(
        AppointmentTimes.init,
        field("booked_at", \.booked, .instant.described("When it was booked or requested, in UTC.")),
        optionalField("confirmed_at", \.confirmed, .instant.described("When the patient confirmed it, in UTC.")),
        optionalField("arrived_at", \.arrived, .instant.described("When the patient checked in, in UTC.")),
        optionalField("seated_at", \.seated, .instant.described("When the patient sat down in the chair, in UTC.")),
        optionalField("started_at", \.started, .instant.described("When the treatment began, in UTC.")),
        optionalField("finished_at", \.finished, .instant.described("When the treatment ended, in UTC.")),
        optionalField("completed_at", \.completed, .instant.described("When the visit was completed, in UTC.")),
        optionalField("cancelled_at", \.cancelled, .instant.described("When it was cancelled, in UTC.")),
        optionalField(
            "no_show_at", \.missed, .instant.described("When the patient was marked as not having come, in UTC.")))
}
