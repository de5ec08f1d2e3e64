import EventSourcing
import Identifiers
public import JSON

// The JSON of a visit, its place and its terms in the data of events.

extension Visit {
    public static let codec = object(
        Visit.init(appointment:patient:service:place:), field("appointment_id", \.appointment, .id()),
        field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        field("place", \.place, Place.codec))
}

extension Place {
    public static let codec = object(
        Place.checked(doctor:chair:date:start:end:buffers:), field("doctor_id", \.doctor, .id()),
        field("chair_id", \.chair, .id()),
        field("date", \.date, .date), field("start", \.slot.start, .instant), field("end", \.slot.end, .instant),
        optionalField("buffers", \.buffers, ChairBuffers.codec))

    private static func checked(
        doctor: ID<StaffMember>, chair: ID<Chair>, date: CivilDate, start: Instant, end: Instant,
        buffers: ChairBuffers?
    ) throws(CheckFailure) -> Place {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return Place(doctor: doctor, chair: chair, date: date, slot: slot, buffers: buffers)
    }
}

extension VisitTerms {
    public static let codec = object(
        VisitTerms.init(serviceName:doctorName:chairName:cancelBefore:furtherServicesIfAny:),
        field("service_name", \.serviceName, .name()), field("doctor_name", \.doctorName, .name()),
        field("chair_name", \.chairName, .name()), field("cancel_before", \.cancelBefore, .instant),
        optionalField(
            "further_services", \.furtherServicesIfAny, .array(BookedService.codec, 1...BookedService.limit)))
}
