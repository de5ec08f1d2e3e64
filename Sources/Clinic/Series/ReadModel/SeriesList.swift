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
                """
                The visits that were not cancelled, with their present days. Visits that were booked by an earlier release \
                follow only what is done with the series.
                """
            )),
        field(
            "cancelled", \.cancelled,
            .array(.id()).described(
                "The appointments that were cancelled or entered in error, with the series or alone.")),
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
        switch event {
        case .series(let event): [DocumentKey(event.series)]
        case .appointment(let event): event.effect.changedSeries.map { [DocumentKey($0)] } ?? []
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .series(.planned) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.series) }

    public static func fold(
        _ document: SeriesDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> SeriesDocument? {
        var document = document
        if case .appointment(let event) = recorded.event {
            document?.version = recorded.position
            document?.follow(event.effect)
        }
        guard case .series(let event) = recorded.event else { return document }
        document?.version = recorded.position
        switch event {
        case .planned(let planned):
            return SeriesDocument(
                id: planned.series, version: recorded.position, patient: planned.patient, service: planned.service,
                doctor: planned.doctor, start: planned.start, rule: planned.rule, visits: planned.visits, cancelled: [],
                refused: planned.refused)
        case .moved(let moved): for visit in moved.visits { document?.put(visit) }
        case .cancelled(let cancelled): for appointment in cancelled.appointments { document?.cancel(appointment) }
        }
        return document
    }
}

extension AppointmentEffect {
    /// The series whose document changes with the time of the event's visit; `nil` if there is none. The booking changes
    /// no document, since the series is planned after its visits are booked.
    fileprivate var changedSeries: ID<VisitSeries>? {
        switch time {
        case .moves, .frees, .takesAgain: visit.series
        case .takes, .unchanged: nil
        }
    }
}

extension SeriesDocument {
    /// Applies an event of one of the series' appointments.
    fileprivate mutating func follow(_ effect: AppointmentEffect) {
        let visit = effect.visit
        switch effect.status.next {
        case .cancelled, .enteredInError: cancel(visit.appointment)
        default: put(SeriesVisit(date: visit.place.date, appointment: visit.appointment))
        }
    }

    /// Puts a visit among the series' visits by its day, also if it had been cancelled.
    fileprivate mutating func put(_ visit: SeriesVisit) {
        if let index = visits.firstIndex(where: { $0.appointment == visit.appointment }) {
            visits[index] = visit
        } else if cancelled.contains(visit.appointment) {
            cancelled.removeAll { $0 == visit.appointment }
            visits.insert(visit, at: visits.firstIndex { $0.date > visit.date } ?? visits.endIndex)
        }
    }

    fileprivate mutating func cancel(_ appointment: ID<Appointment>) {
        visits.removeAll { $0.appointment == appointment }
        if !cancelled.contains(appointment) { cancelled.append(appointment) }
    }
}

extension Codec where Value == ID<VisitSeries> {
    static var seriesID: Codec { .id().described("The id of the series.") }
}
