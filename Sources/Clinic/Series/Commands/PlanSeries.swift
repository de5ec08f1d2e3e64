public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that books the visits of a series: all of them, or those whose times are free.
public struct PlanSeries: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case serviceNotOffered
        case placement(PlacementRejection)
        /// Some visits of the series cannot take place, and the request does not skip them; or no visit can take place.
        case refused([SeriesConflict])

        public var problem: Problem {
            switch self {
            case .unknownPatient: Problem(.patientUnknown)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            case .refused(let conflicts): .refused(conflicts)
            }
        }
    }

    /// The id of the new series, which the server generates.
    let series: ID<VisitSeries>
    /// The ids for the appointments of the series: at least one for each day of its rule.
    let appointments: [ID<Appointment>]
    let wish: Wish

    /// The series of visits that the front desk wants to plan.
    public struct Wish: Sendable {
        let patient: ID<Patient>
        let service: ID<Service>
        let doctor: ID<StaffMember>
        let start: LocalDateTime
        let rule: SeriesRule
        /// Whether visits that cannot take place are left out of the series. If not, one such visit refuses the whole
        /// series.
        let skipsRefused: Bool

        public init(
            patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>, start: LocalDateTime,
            rule: SeriesRule, skipsRefused: Bool = false
        ) {
            self.patient = patient
            self.service = service
            self.doctor = doctor
            self.start = start
            self.rule = rule
            self.skipsRefused = skipsRefused
        }
    }

    public init(_ series: ID<VisitSeries>, _ wish: Wish, appointments: [ID<Appointment>]) {
        self.series = series
        self.wish = wish
        self.appointments = appointments
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard case .unmade = model[.series(series)] else { return [] }
        let settings = model[.settings]
        try model.require(.registration(of: wish.patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        guard let service = settings.services[wish.service], service.isActive else { throw .serviceNotOffered }
        var plan = SeriesPlan(settings: settings, now: now)
        var booked: [ClinicEvent] = []
        var visits: [SeriesVisit] = []
        var places: [Place] = []
        for (date, id) in zip(wish.rule.dates(from: wish.start.date), appointments) {
            let visitor = Visitor(patient: wish.patient)
            let local = LocalDateTime(date, wish.start.time)
            let found: Placed?
            do {
                found = try plan.place(
                    local, service, VisitLength(of: service), wish.doctor, visitor, &model)
            } catch { throw .placement(error) }
            guard let found else { continue }
            let visit = Visit(
                appointment: id, patient: wish.patient, service: service.id, place: found.place, series: series)
            booked.append(
                .appointment(
                    .booked(
                        AppointmentBooked(
                            visit: visit, wallTime: settings.zone.wallTime(found.place.slot.start), terms: found.terms,
                            status: .booked, reason: nil, override: nil, guardian: nil))))
            visits.append(SeriesVisit(date: date, appointment: id))
            places.append(found.place)
        }
        guard plan.conflicts.isEmpty || wish.skipsRefused && !visits.isEmpty else { throw .refused(plan.conflicts) }
        let planned = SeriesPlanned(
            series: series, patient: wish.patient, service: service.id, doctor: wish.doctor, start: wish.start,
            rule: wish.rule, visits: visits,
            refused: plan.conflicts.map { RefusedVisit(date: $0.date, reason: $0.reason) })
        let ended = model.endedHolds(of: wish.patient, bookedAt: places, settings, at: now)
        return ended + booked + [.series(.planned(planned))] + model.lostOffers(at: places, at: now)
    }
}

struct SeriesBody: Sendable {
    let wish: PlanSeries.Wish

    static let codec = object(
        SeriesBody.make(patient:service:doctor:start:rule:skipsRefused:),
        field("patient_id", \.wish.patient, .patientID), field("service_id", \.wish.service, .serviceID),
        field("doctor_id", \.wish.doctor, .doctorID),
        field(
            "start", \.wish.start,
            .localDateTime.described(
                "When the first visit begins, by the clinic's wall clock; the others begin at the same time of day.")),
        field("rule", \.wish.rule, SeriesRule.codec.described("The rule by which the visits repeat.")),
        field(
            "skip_refused", \.wish.skipsRefused,
            .bool.described("Whether the visits whose times are free are booked if others are not."), default: false)
    ).described("The series to book.").named("SeriesDraft")

    private static func make(
        patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>, start: LocalDateTime, rule: SeriesRule,
        skipsRefused: Bool
    ) throws(CheckFailure) -> SeriesBody {
        guard !rule.dates(from: start.date).isEmpty else {
            throw CheckFailure("bad_range", "until must not come before the day of start")
        }
        return SeriesBody(
            wish: PlanSeries.Wish(
                patient: patient, service: service, doctor: doctor, start: start, rule: rule,
                skipsRefused: skipsRefused))
    }
}

extension SeriesAPI {
    static let planSeries = Endpoint<ClinicAction>(
        .post, "/api/v1/series", id: "planSeries", summary: "Book visits that recur",
        details: """
            Every so many days, weeks or months, at the same time of day by the clinic's wall clock, at most \
            \(SeriesRule.mostVisits) visits. Either all are booked, or the answer is a 409 that names each visit that cannot \
            take place; with `skip_refused` the others are booked. A hold of the patient ends, as with any booking.
            """, tag: tag, for: FrontDesk.self, takes: .body(SeriesBody.codec),
        answers: [.created(SeriesDocument.codec, "The series with its appointments")],
        problems: [
            .seriesRefused, .patientMerged, .serviceNotOffered, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable, .patientUnknown,
        ], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            let series: ID<VisitSeries> = newID()
            let count = body.wish.rule.dates(from: body.wish.start.date).count
            let appointments: [ID<Appointment>] = (0..<count).map { _ in newID() }
            return ClinicCommand(
                PlanSeries(series, body.wish, appointments: appointments),
                answer: DocumentAnswer(SeriesList.self, DocumentKey(series), location: "/api/v1/series/\(series)"))
        }
    }
}
