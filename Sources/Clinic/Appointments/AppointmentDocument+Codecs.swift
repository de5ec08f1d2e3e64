import EventSourcing
import Identifiers
public import JSON

extension AppointmentDocument {
    /// The staff's document, which the fold also reads.
    public static let codec = object(
        AppointmentDocument.staff, field("id", \.visit.appointment, .id()), field("version", \.version, .int64),
        field("status", \.status, AppointmentStatus.codec), field("patient_id", \.visit.patient, .id()),
        field("service_id", \.visit.service, .id()), field("service_name", \.terms.serviceName, .name()),
        field("doctor_id", \.visit.place.doctor, .id()), field("doctor_name", \.terms.doctorName, .name()),
        field("chair_id", \.visit.place.chair, .id()), field("chair_name", \.terms.chairName, .name()),
        field("date", \.visit.place.date, .date), field("start", \.visit.place.slot.start, .instant),
        field("end", \.visit.place.slot.end, .instant),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("note", \.note, .personal(.clinical, .prose())),
        field("cancel_deadline", \.terms.cancelBefore, .instant), field("can_cancel", \.staffCanCancel, .bool),
        optionalField("waiting_since", \.waitingSince, .instant), field("times", \.times, AppointmentTimes.codec),
        optionalField("cancellation", \.cancellation, Cancellation.codec), field("updated_at", \.updated, .instant)
    ).named("Appointment")

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
        PatientAppointment.init, field("id", \.id, .id()), field("version", \.version, .int64),
        field("status", \.status, AppointmentStatus.codec), field("service_id", \.service, .id()),
        field("service_name", \.serviceName, .name()), field("doctor_id", \.doctor, .id()),
        field("doctor_name", \.doctorName, .name()), field("date", \.date, .date), field("start", \.start, .instant),
        field("end", \.end, .instant), optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        field("cancel_deadline", \.cancelDeadline, .instant), field("can_cancel", \.canCancel, .bool),
        optionalField("cancelled_at", \.cancelled, .instant),
        optionalField("cancelled_by", \.cancelledBy, .stringEnum), field("updated_at", \.updated, .instant)
    ).named("PatientAppointment")
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
        AppointmentDocument.Cancellation.init(by:reason:), field("by", \.by, .stringEnum),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

extension AppointmentTimes {
    static let codec = object(
        AppointmentTimes.init, field("booked_at", \.booked, .instant),
        optionalField("confirmed_at", \.confirmed, .instant),
        optionalField("arrived_at", \.arrived, .instant), optionalField("seated_at", \.seated, .instant),
        optionalField("started_at", \.started, .instant), optionalField("finished_at", \.finished, .instant),
        optionalField("completed_at", \.completed, .instant), optionalField("cancelled_at", \.cancelled, .instant),
        optionalField("no_show_at", \.missed, .instant))
}
