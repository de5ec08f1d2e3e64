public import EventSourcing
public import Identifiers
public import JSON

/// The visits of a series were booked, except for those that could not take place.
public struct SeriesPlanned: EventPayload, Hashable {
    public let series: ID<VisitSeries>
    public let patient: ID<Patient>
    public let service: ID<Service>
    public let doctor: ID<StaffMember>
    /// The local time at which the series' first visit begins. Its other visits begin at the same time of day.
    public let start: LocalDateTime
    public let rule: SeriesRule
    public let visits: [SeriesVisit]
    public let refused: [RefusedVisit]

    public static let stored = StoredType("series-planned")
    public static let codec = object(
        SeriesPlanned.init(series:patient:service:doctor:start:rule:visits:refused:),
        field("series_id", \.series, .id()), field("patient_id", \.patient, .id()),
        field("service_id", \.service, .id()), field("doctor_id", \.doctor, .id()),
        field("start", \.start, .localDateTime), field("rule", \.rule, SeriesRule.codec),
        field("visits", \.visits, .array(SeriesVisit.codec)), field("refused", \.refused, .array(RefusedVisit.codec)))
    public var tags: [Tag] { [.series(series)] }
}

/// A day of a series on which its visit could not be booked.
public struct RefusedVisit: Hashable, Sendable {
    public let date: CivilDate
    public let reason: VisitRefusal

    public init(date: CivilDate, reason: VisitRefusal) {
        self.date = date
        self.reason = reason
    }

    public static let codec = object(
        RefusedVisit.init(date:reason:),
        field("date", \.date, .date.described("The day of the visit, by the clinic's calendar.")),
        field("reason", \.reason, .visitRefusal)
    ).described("A visit of a series that could not be booked.").named("RefusedVisit")
}

extension SeriesVisit {
    public static let codec = object(
        SeriesVisit.init(date:appointment:),
        field("date", \.date, .date.described("The day of the visit, by the clinic's calendar.")),
        field("appointment_id", \.appointment, .appointmentID)
    ).described("A visit of a series.").named("SeriesVisit")
}

extension Codec where Value == VisitRefusal {
    static var visitRefusal: Codec {
        .stringEnum.described(
            """
            Why the visit cannot take place: `past`, `too_far_ahead`, `off_grid`, `outside_hours`, `closed`, `doctor_away`, \
            `doctor_busy`, `hygienist_away`, `hygienist_busy`, `no_chair`, `patient_busy`, `held`, `group_full`, \
            or `clocks_skip` (the time does not exist on that day).
            """)
    }
}
