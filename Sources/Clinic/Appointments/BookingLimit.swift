import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// A limit on the number of a patient's appointments that have not begun, or of those that were booked today. Only
/// bookings by the patient or a guardian must keep the limit; the staff may exceed it.
public struct BookingLimit: Hashable, Sendable {
    public let limit: Int
    public let counts: Counted

    public enum Counted: String, Hashable, Sendable, CaseIterable {
        /// The limit counts the patient's appointments that have not begun.
        case open
        /// The limit counts the appointments that the patient or a guardian booked today.
        case daily
    }

    public init(_ limit: Int, _ counts: Counted) {
        self.limit = limit
        self.counts = counts
    }

    var problem: Problem {
        Problem(.bookingLimit).with("limit", limit, .int(1...1000)).with("counts", counts, .stringEnum)
    }
}

/// The instants at which the patient or a guardian booked the patient's appointments of one year. Bookings by the staff
/// are not included.
public struct PatientBookings: EventSourced {
    private(set) var times: [Instant] = []

    public static let initial = PatientBookings()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(.booked) = recorded.event, recorded.actor.role == Role.patient.rawValue else { return }
        times.append(recorded.recordedAt)
    }
}

extension DecisionModel<ClinicEvent> {
    /// The limit that one more booking by the patient or a guardian would exceed; `nil` if it exceeds none.
    mutating func bookingLimit(
        of patient: ID<Patient>, _ settings: ClinicSettings, at now: Instant
    ) -> BookingLimit? {
        let rules = settings.rules
        let today = settings.zone.date(of: now)
        var open = 0
        var booked = 0
        for year in settings.yearsAhead(from: today) {
            for record in records(ofPersonWith: patient) {
                open += self[.patientYear(record, year)].taken.count { $0.slot.start > now }
                booked += self[Subject<PatientBookings>(.patientYear(record, year))].times.count {
                    settings.zone.date(of: $0) == today
                }
            }
        }
        if open >= rules.desk.openBookings { return BookingLimit(rules.desk.openBookings, .open) }
        if booked >= rules.desk.dailyBookings { return BookingLimit(rules.desk.dailyBookings, .daily) }
        return nil
    }
}

extension ClinicSettings {
    /// One day of each year from `today` to the last day that patients can book.
    func yearsAhead(from today: CivilDate) -> [CivilDate] {
        var years = [today]
        let last = today.adding(days: rules.horizonDays)
        while let year = years.last, year.year < last.year {
            years.append(year.firstOfYear.adding(days: 366).firstOfYear)
        }
        return years
    }
}

extension Problem.Kind {
    static let bookingLimit = Problem.Kind(
        "booking-limit", 409, "The patient has reached a limit of bookings",
        means: """
            The clinic limits how many appointments of a patient may be to come (`open`), and how many a patient may book in one \
            day (`daily`).
            """,
        remedy: "Cancel an appointment that is not needed, or ask the patient to call the clinic.",
        members: [
            .member("limit", Codec<Int>.int(1...1000).described("The limit that is reached."), example: 10),
            .member(
                "counts",
                Codec<BookingLimit.Counted>.stringEnum.described(
                    "Whether appointments to come are counted or the bookings of the day."), example: .open),
        ])
}
