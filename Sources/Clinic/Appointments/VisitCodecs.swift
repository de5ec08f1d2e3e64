import EventSourcing
import Identifiers
public import JSON

// Visits in events.

extension Visit {
    public static let codec = object(
        Visit.init(appointment:patient:service:place:), field("appointment_id", \.appointment, .id()),
        field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        field("place", \.place, Place.codec))
}

extension Place {
    public static let codec = object(
        Place.checked, field("doctor_id", \.doctor, .id()), field("chair_id", \.chair, .id()),
        field("date", \.date, .date), field("start", \.slot.start, .instant), field("end", \.slot.end, .instant))

    private static func checked(
        doctor: ID<StaffMember>, chair: ID<Chair>, date: CivilDate, start: Instant, end: Instant
    ) throws(CheckFailure) -> Place {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return Place(doctor: doctor, chair: chair, date: date, slot: slot)
    }
}

extension VisitTerms {
    public static let codec = object(
        VisitTerms.init(serviceName:doctorName:chairName:cancelBefore:),
        field("service_name", \.serviceName, .name()), field("doctor_name", \.doctorName, .name()),
        field("chair_name", \.chairName, .name()), field("cancel_before", \.cancelBefore, .instant))
}

extension Hold {
    public static let codec = object(
        Hold.init(id:patient:service:place:expiresAt:), field("hold_id", \.id, .id()),
        field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        field("place", \.place, Place.codec),
        field("expires_at", \.expiresAt, .instant))
}

extension AppointmentStatus {
    public static let codec = Codec<AppointmentStatus>.stringEnum.described(
        """
        Where an appointment stands: `requested` while the clinic has to approve it, `booked`, `confirmed` (the patient will \
        come), `arrived` (the patient waits), `seated` (in the chair), `in_treatment`, `ready_for_checkout` (the treatment is \
        over), `completed`. Steps may be left out. `cancelled`, `no_show` (the patient did not come) and `entered_in_error` \
        (it should never have existed) free the time.
        """
    ).named("AppointmentStatus")
}
