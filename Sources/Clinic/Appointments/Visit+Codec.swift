import EventSourcing
import Identifiers
public import JSON

// The JSON of a visit, its place and its terms in the data of events.

extension Visit {
    public static let codec = object(
        Visit.init(appointment:patient:service:place:treatmentIfAny:series:),
        field("appointment_id", \.appointment, .id()),
        field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        field("place", \.place, Place.codec),
        optionalField("treatment_items", \.treatmentIfAny, .array(PlannedItem.codec, 1...PlannedItem.limit)),
        optionalField("series_id", \.series, .id()))

    private init(
        appointment: ID<Appointment>, patient: ID<Patient>, service: ID<Service>, place: Place,
        treatmentIfAny: [PlannedItem]?, series: ID<VisitSeries>?
    ) {
        self.init(
            appointment: appointment, patient: patient, service: service, place: place,
            treatment: treatmentIfAny ?? [], series: series)
    }

    /// The items of treatment plans that the visit is for; `nil` if there are none, so that the JSON of events leaves
    /// the member out.
    private var treatmentIfAny: [PlannedItem]? { treatment.isEmpty ? nil : treatment }
}

extension Place {
    public static let codec = object(
        Place.checked(doctor:chair:date:start:end:buffers:hygienist:parts:capacity:),
        field("doctor_id", \.doctor, .id()),
        field("chair_id", \.chair, .id()),
        field("date", \.date, .date), field("start", \.slot.start, .instant), field("end", \.slot.end, .instant),
        optionalField("buffers", \.buffers, ChairBuffers.codec),
        optionalField("hygienist_id", \.segments?.hygienist, .id()),
        optionalField("segments", \.segments?.parts, .visitSegments),
        optionalField("capacity", \.capacity, .int(2...ServiceDetails.mostCapacity)))

    private static func checked(
        doctor: ID<StaffMember>, chair: ID<Chair>, date: CivilDate, start: Instant, end: Instant,
        buffers: ChairBuffers?, hygienist: ID<StaffMember>?, parts: [VisitSegment]?, capacity: Int?
    ) throws(CheckFailure) -> Place {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return Place(
            doctor: doctor, chair: chair, date: date, slot: slot, buffers: buffers,
            segments: try VisitSegments.checked(hygienist: hygienist, parts: parts, in: slot), capacity: capacity)
    }
}

extension VisitSegments {
    /// The hygienist and the segments of a visit; `nil` if both are absent.
    ///
    /// - Throws: if only the hygienist or only the segments are there, or if the segments do not last as long as the
    ///   visit.
    static func checked(
        hygienist: ID<StaffMember>?, parts: [VisitSegment]?, in slot: Slot
    ) throws(CheckFailure) -> VisitSegments? {
        guard let hygienist, let parts else {
            guard hygienist == nil, parts == nil else {
                throw CheckFailure("bad_segments", "hygienist_id and segments are there together")
            }
            return nil
        }
        guard parts.minutes == slot.minutes else {
            throw CheckFailure("bad_segments", "the segments must last as long as the visit")
        }
        return VisitSegments(hygienist: hygienist, parts: parts)
    }
}

extension VisitTerms {
    public static let codec = object(
        VisitTerms.init(serviceName:doctorName:chairName:hygienistName:cancelBefore:furtherServicesIfAny:),
        field("service_name", \.serviceName, .name()), field("doctor_name", \.doctorName, .name()),
        field("chair_name", \.chairName, .name()), optionalField("hygienist_name", \.hygienistName, .name()),
        field("cancel_before", \.cancelBefore, .instant),
        optionalField(
            "further_services", \.furtherServicesIfAny, .array(BookedService.codec, 1...BookedService.limit)))
}
