public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that moves visits of a series to another time of day, day or doctor. It moves all visits that have not
/// begun, or only those of them from a given day on. If one of these visits cannot be moved, none is moved.
public struct MoveSeries: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// No visit of the series from the given day on is still ahead.
        case empty
        /// The visits of the series would move by so many days that a visit could reach the day of another visit of the
        /// series.
        case tooFar
        case serviceNotOffered
        case placement(PlacementRejection)
        case refused([SeriesConflict])

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .empty: Problem(.seriesEmpty)
            case .tooFar:
                .malformed(
                    body: "/shift_days", code: "bad_range", detail: "must be less than the time between two visits")
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            case .refused(let conflicts): .refused(conflicts)
            }
        }
    }

    let series: ID<VisitSeries>
    let move: Move

    /// The change of each visit of a series that is moved. A member that is `nil` changes nothing.
    public struct Move: Sendable {
        /// The first day whose visits of the series are moved; `nil` for all visits of the series that are ahead.
        let from: CivilDate?
        let time: LocalTime?
        let shiftDays: Int
        let doctor: ID<StaffMember>?

        public init(
            from: CivilDate? = nil, time: LocalTime? = nil, shiftDays: Int = 0, doctor: ID<StaffMember>? = nil
        ) {
            self.from = from
            self.time = time
            self.shiftDays = shiftDays
            self.doctor = doctor
        }
    }

    public init(_ series: ID<VisitSeries>, _ move: Move) {
        self.series = series
        self.move = move
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard case .made(let known) = model[.series(series)] else { throw .unknown }
        guard abs(move.shiftDays) < known.rule.leastGapDays else { throw .tooFar }
        let settings = model[.settings]
        let zone = settings.zone
        var plan = SeriesPlan(settings: settings, now: now)
        var events: [ClinicEvent] = []
        var offers: [ClinicEvent] = []
        var moved: [SeriesVisit] = []
        var places: [Place] = []
        var ahead = 0
        for course in known.ahead(from: move.from, &model, at: now) {
            ahead += 1
            let from = course.visit.place
            guard let service = settings.services[course.visit.service] else { throw .serviceNotOffered }
            let wall = zone.local(from.slot.start)
            let local = LocalDateTime(wall.date.adding(days: move.shiftDays), move.time ?? wall.time)
            let doctor = move.doctor ?? from.doctor
            if local == wall, doctor == from.doctor { continue }
            let visitor = Visitor(patient: course.visit.patient, moving: course.visit.appointment)
            let found: Placed?
            do {
                found = try plan.place(
                    local, service, VisitLength(minutes: from.slot.minutes), doctor, visitor, moving: from,
                    &model)
            } catch { throw .placement(error) }
            guard let found else { continue }
            events.append(
                .appointment(
                    .rescheduled(
                        AppointmentRescheduled(
                            visit: course.visit.moved(to: found.place).planned(in: series),
                            wallTime: zone.wallTime(found.place.slot.start), from: from, terms: found.terms,
                            status: .booked, reason: nil, override: nil, guardian: nil))))
            offers += FreedTime.offers(of: course.visit, movedTo: found.place, &model, at: now)
            places.append(found.place)
            moved.append(SeriesVisit(date: found.place.date, appointment: course.visit.appointment))
        }
        guard ahead > 0 else { throw .empty }
        guard plan.conflicts.isEmpty else { throw .refused(plan.conflicts) }
        guard !moved.isEmpty else { return [] }
        let ended = model.endedHolds(of: known.patient, bookedAt: places, settings, at: now)
        let lost = model.lostOffers(at: places, at: now)
        return ended + events + [.series(.moved(SeriesMoved(series: series, visits: moved)))] + lost + offers
    }
}

extension VisitSeries.Course {
    /// The appointments of the series on `first` or later that can still be moved or cancelled. A visit whose time has
    /// begun is not among them: the front desk marks it as missed, or checks the patient in.
    func ahead(
        from first: CivilDate?, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [Appointment.Course] {
        visits.compactMap { visit in
            guard case .made(let course) = model[.appointment(visit.appointment)], course.status.isAhead,
                now < course.visit.place.slot.start, course.visit.place.date >= first ?? course.visit.place.date
            else { return nil }
            return course
        }
    }
}

struct SeriesMoveBody: Sendable {
    let move: MoveSeries.Move

    static let codec = object(
        SeriesMoveBody.make(from:time:shiftDays:doctor:),
        optionalField("from", \.move.from, .seriesFrom),
        optionalField(
            "time", \.move.time,
            .localTime.described("The new time of day, by the clinic's wall clock; absent: the same.")),
        field(
            "shift_days", \.move.shiftDays,
            .int(-89...89).described(
                "By how many days each visit is moved: less than the time between two visits."), default: 0),
        optionalField("doctor_id", \.move.doctor, .id().described("The new doctor; absent: the same."))
    ).described("The change of all visits of a series that are ahead.").named("SeriesMove")

    private static func make(
        from: CivilDate?, time: LocalTime?, shiftDays: Int, doctor: ID<StaffMember>?
    ) -> SeriesMoveBody {
        SeriesMoveBody(move: MoveSeries.Move(from: from, time: time, shiftDays: shiftDays, doctor: doctor))
    }
}

extension Codec where Value == CivilDate {
    static var seriesFrom: Codec {
        .date.described("Only visits on this day or later, by the clinic's calendar; absent: all that are ahead.")
    }
}

extension SeriesAPI {
    static let moveSeries = Endpoint<ClinicAction>(
        .post, "/api/v1/series/{series_id}/move", id: "moveSeries", summary: "Move the visits of a series",
        details: """
            All visits that are ahead, or those from one on, to another time of day, another day or another doctor. Either \
            all are moved or none. The times that they leave are offered to the waitlist. A hold of the patient ends, as with \
            any booking.
            """, tag: tag, for: FrontDesk.self, takes: .path("series_id", .seriesID), .body(SeriesMoveBody.codec),
        answers: [.ok(SeriesDocument.codec, "The series as it is now")],
        problems: [
            .notFound, .seriesRefused, .seriesEmpty, .serviceNotOffered, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable,
        ], idempotency: .accepted
    ) { _, series, body throws(Problem) in
        .command(
            ClinicCommand(
                MoveSeries(series, body.move), answer: DocumentAnswer(SeriesList.self, DocumentKey(series))))
    }
}
