public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A series of visits as the staff see it.
public struct SeriesDocument: Sendable {
    public let id: ID<VisitSeries>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public let service: ID<Service>
    public let doctor: ID<StaffMember>
    public let start: LocalDateTime
    public let rule: SeriesRule
    public internal(set) var visits: [SeriesVisit]
    public internal(set) var cancelled: [ID<Appointment>]
    public let refused: [RefusedVisit]

    public static let codec = object(
        SeriesDocument.init(id:version:patient:service:doctor:start:rule:visits:cancelled:refused:),
        field("id", \.id, .seriesID), field("version", \.version, .version),
        field("patient_id", \.patient, .patientID), field("service_id", \.service, .serviceID),
        field("doctor_id", \.doctor, .doctorID),
        field(
            "start", \.start,
            .localDateTime.described("When the first visit was planned to begin, by the clinic's wall clock.")),
        field("rule", \.rule, SeriesRule.codec.described("The rule by which its visits repeat.")),
        field(
            "visits", \.visits,
            .array(SeriesVisit.codec).described(
                "The visits that were not cancelled with the series. An appointment can also be moved or cancelled alone."
            )),
        field(
            "cancelled", \.cancelled,
            .array(.id()).described("The appointments that were cancelled with the series.")),
        field(
            "refused", \.refused, .array(RefusedVisit.codec).described("The visits that could not be booked."))
    ).described("Visits of a patient that were planned together.").named("Series")
}

/// The read model of series of visits: one row for each series.
public enum SeriesList: ClinicReadModel {
    public static let table = DocumentTable("visit_series", key: "series_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = SeriesDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<SeriesDocument>("patient_id", .uuid) { $0.patient.bind }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .series(let event) = event { [DocumentKey(event.series)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .series(.planned) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.series) }

    public static func fold(
        _ document: SeriesDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> SeriesDocument? {
        guard case .series(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .planned(let planned):
            return SeriesDocument(
                id: planned.series, version: recorded.position, patient: planned.patient, service: planned.service,
                doctor: planned.doctor, start: planned.start, rule: planned.rule, visits: planned.visits, cancelled: [],
                refused: planned.refused)
        case .moved(let moved): document?.visits.replace(with: moved.visits)
        case .cancelled(let cancelled):
            document?.visits.removeAll { cancelled.appointments.contains($0.appointment) }
            document?.cancelled += cancelled.appointments
        }
        return document
    }
}

extension Codec where Value == ID<VisitSeries> {
    static var seriesID: Codec { .id().described("The id of the series.") }
}
