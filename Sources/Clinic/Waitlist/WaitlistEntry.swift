public import EventSourcing
public import Identifiers
public import JSON

/// A patient who waits for a time to become free, with their wishes.
public struct WaitlistEntry: Hashable, Sendable {
    public let id: ID<WaitlistEntry>
    public let patient: ID<Patient>
    public let service: ID<Service>
    /// The doctor for whom the patient waits; `nil` for any doctor.
    public let doctor: ID<StaffMember>?
    /// The days on which the waiting patient can come.
    public let days: DateRange
    /// The ISO weekdays on which the waiting patient can come; `nil` for all.
    public let weekdays: [Int]?
    /// The earliest start that suits the waiting patient, by the clinic's wall clock; `nil` for any.
    public let earliest: LocalTime?
    /// The latest start that suits the waiting patient, by the clinic's wall clock; `nil` for any.
    public let latest: LocalTime?

    public init(
        id: ID<WaitlistEntry>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>? = nil,
        days: DateRange, weekdays: [Int]? = nil, earliest: LocalTime? = nil, latest: LocalTime? = nil
    ) {
        self.id = id
        self.patient = patient
        self.service = service
        self.doctor = doctor
        self.days = days
        self.weekdays = weekdays
        self.earliest = earliest
        self.latest = latest
    }

    /// The maximum number of days from the first to the last wanted day of a waitlist entry, both counted. An entry has
    /// a tag for each month of these days.
    static let mostDays = 184

    /// Whether a start by the clinic's wall clock, with the given doctor, fits the wishes of the waiting patient.
    func wishes(_ start: LocalDateTime, with doctor: ID<StaffMember>) -> Bool {
        days.contains(start.date) && (self.doctor ?? doctor) == doctor
            && weekdays?.contains(start.date.weekday) ?? true
            && (earliest ?? .midnight) <= start.time && start.time <= (latest ?? .endOfDay)
    }

    var reference: WaitlistReference { WaitlistReference(entry: id, patient: patient, days: days) }
}

/// The parts of a waitlist entry that each event about the entry repeats. The tags of these events are made of them.
public struct WaitlistReference: Hashable, Sendable {
    public let entry: ID<WaitlistEntry>
    public let patient: ID<Patient>
    public let days: DateRange

    /// The tag of the waitlist entry itself, and the tag of each month from the first to the last wanted day.
    var tags: [Tag] {
        var tags = [Tag.waitlistEntry(entry)]
        for month in days.first.monthNumber...days.last.monthNumber {
            if let first = CivilDate(monthNumber: month) { tags.append(.waitlistMonth(first)) }
        }
        return tags
    }
}

extension CivilDate {
    /// The first day of the month that contains the date.
    var firstOfMonth: CivilDate { CivilDate(monthNumber: monthNumber) ?? self }

    /// The number of months from January of the year 0 to the date's month.
    fileprivate var monthNumber: Int { year * 12 + month - 1 }

    /// The first day of the month with the given number, counted from January of the year 0; `nil` after the year 9999.
    fileprivate init?(monthNumber: Int) { self.init(year: monthNumber / 12, month: monthNumber % 12 + 1, day: 1) }
}

extension DateRange {
    /// The wanted days of a waitlist entry.
    ///
    /// - Throws: a failure if the last day comes before the first, or if there are more than `WaitlistEntry.mostDays`.
    static func wanted(_ first: CivilDate, _ last: CivilDate) throws(CheckFailure) -> DateRange {
        let days = try DateRange.checked(first, last)
        guard days.last.daysSince1970 - days.first.daysSince1970 < WaitlistEntry.mostDays else {
            throw CheckFailure("bad_range", "at most \(WaitlistEntry.mostDays) days")
        }
        return days
    }
}

/// A time that was offered to a waiting patient. Commands and events name the offer by its start and doctor.
public struct WaitlistOffer: Hashable, Sendable {
    public let doctor: ID<StaffMember>
    public let slot: Slot
    /// The instant before which the patient can accept the offer of the waitlist.
    public let expiresAt: Instant

    func isOf(_ start: Instant, _ doctor: ID<StaffMember>) -> Bool { slot.start == start && self.doctor == doctor }
}

/// Whether a patient on the waitlist still waits, has accepted an offer, or has stopped waiting.
public enum WaitlistStatus: String, Hashable, Sendable, CaseIterable {
    case waiting
    case booked
    case left
}

extension WaitlistEntry {
    public static let codec = object(
        WaitlistEntry.checked(id:patient:service:doctor:first:last:weekdays:earliest:latest:),
        field("entry_id", \.id, .id()), field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        optionalField("doctor_id", \.doctor, .id()), field("first_day", \.days.first, .date),
        field("last_day", \.days.last, .date), optionalField("weekdays", \.weekdays, .array(.int(1...7), 1...7)),
        optionalField("earliest", \.earliest, .localTime), optionalField("latest", \.latest, .localTime))

    private static func checked(
        id: ID<WaitlistEntry>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>?, first: CivilDate,
        last: CivilDate, weekdays: [Int]?, earliest: LocalTime?, latest: LocalTime?
    ) throws(CheckFailure) -> WaitlistEntry {
        WaitlistEntry(
            id: id, patient: patient, service: service, doctor: doctor, days: try .wanted(first, last),
            weekdays: weekdays, earliest: earliest, latest: latest)
    }
}

extension WaitlistReference {
    public static let codec = object(
        WaitlistReference.checked(entry:patient:first:last:),
        field("entry_id", \.entry, .id()), field("patient_id", \.patient, .id()),
        field("first_day", \.days.first, .date), field("last_day", \.days.last, .date))

    private static func checked(
        entry: ID<WaitlistEntry>, patient: ID<Patient>, first: CivilDate, last: CivilDate
    ) throws(CheckFailure) -> WaitlistReference {
        WaitlistReference(entry: entry, patient: patient, days: try .wanted(first, last))
    }
}

extension WaitlistOffer {
    public static let codec = object(
        WaitlistOffer.checked(doctor:start:end:expiresAt:),
        field("doctor_id", \.doctor, .id()), field("start", \.slot.start, .instant), field("end", \.slot.end, .instant),
        field("expires_at", \.expiresAt, .instant))

    private static func checked(
        doctor: ID<StaffMember>, start: Instant, end: Instant, expiresAt: Instant
    ) throws(CheckFailure) -> WaitlistOffer {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return WaitlistOffer(doctor: doctor, slot: slot, expiresAt: expiresAt)
    }
}
