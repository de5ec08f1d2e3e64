public import EventSourcing
public import Identifiers
public import JSON

/// A type that only distinguishes the ids of check-ins, `ID<CheckIn>`, from other ids.
public enum CheckIn {}

/// A type that only distinguishes the ids of missed check-ins, `ID<MissedCheckIn>`, from other ids.
public enum MissedCheckIn {}

/// The recovery check-ins that are expected of a patient, and the progress of the schedule.
///
/// Each event about a patient's check-ins contains the whole plan as it is after the event. So a decision reads only
/// the last of these events, however many check-ins came before it.
public struct CheckInPlan: Hashable, Sendable {
    public let id: ID<CheckInPlan>
    public let patient: ID<Patient>
    /// The doctor who prescribed the check-ins; `nil` if the patient chose them.
    public let doctor: ID<StaffMember>?
    public private(set) var intervals: CheckInIntervals
    /// The instant after which no check-in is due.
    public let endsAt: Instant
    /// Whether a contact is named, who is told of missed check-ins.
    public let hasContact: Bool
    /// The last check-in, or the plan's start before the first one.
    public private(set) var since: Instant
    /// The number of check-in intervals from `since` to the due time; at least 1.
    public private(set) var cycle: Int64
    /// The number of missed check-ins of the plan.
    public private(set) var missed: Int64
    /// The time at which the last missed check-in was due; `nil` if none was missed.
    public private(set) var missedDue: Instant?
    /// The instant at which the contact is told of the last missed check-in; `nil` if the contact need not be told.
    public private(set) var contactDue: Instant?

    public init(
        _ id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, _ intervals: CheckInIntervals,
        start: Instant, endsAt: Instant, hasContact: Bool
    ) {
        self.init(
            id: id, patient: patient, doctor: doctor, intervals: intervals, endsAt: endsAt, hasContact: hasContact,
            since: start, cycle: 1, missed: 0, missedDue: nil, contactDue: nil)
    }

    private init(
        id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, intervals: CheckInIntervals,
        endsAt: Instant, hasContact: Bool, since: Instant, cycle: Int64, missed: Int64, missedDue: Instant?,
        contactDue: Instant?
    ) {
        self.id = id
        self.patient = patient
        self.doctor = doctor
        self.intervals = intervals
        self.endsAt = endsAt
        self.hasContact = hasContact
        self.since = since
        self.cycle = cycle
        self.missed = missed
        self.missedDue = missedDue
        self.contactDue = contactDue
    }

    /// The maximum length of a plan in days.
    static let mostDays: Int64 = 366

    /// The instant at which the next check-in is due, even if the plan ends before it.
    public var due: Instant { intervals.due(cycle, after: since) }
}

// MARK: - Changes

extension CheckInPlan {
    /// The patient checks in. The next check-in is due one interval later.
    mutating func checkIn(at now: Instant) {
        since = now
        contactDue = nil
        chooseCycle(at: now)
    }

    mutating func set(_ intervals: CheckInIntervals, at now: Instant) {
        self.intervals = intervals
        chooseCycle(at: now)
    }

    /// Makes the next check-in due a whole number of intervals after the last one, as soon as possible after now. It
    /// becomes due later than every missed one, even if the clock was set back, so that none is missed twice.
    private mutating func chooseCycle(at now: Instant) {
        let reached = max(now, missedDue ?? now)
        cycle = max(0, reached.seconds(since: since)) * 1000 / intervals.checkIn + 1
    }

    /// Counts the check-in that is due as missed.
    mutating func miss() {
        if hasContact { contactDue = intervals.contactDue(after: due) }
        missedDue = due
        missed += 1
        cycle += 1
    }

    mutating func tellContact() { contactDue = nil }

    /// The id of the last missed check-in. It follows from the plan and the count, so two servers that find the same
    /// missed check-in give it the same id.
    var lastMissed: ID<MissedCheckIn> {
        let random: UInt64 = 0x3fff_ffff_ffff_ffff
        let low = id.uuid.low
        return ID(
            UUIDBytes(high: id.uuid.high, low: low & ~random | (low &+ UInt64(bitPattern: missed)) & random))
    }
}

// MARK: - Codec

extension CheckInPlan {
    public static let codec = object(
        CheckInPlan.checked(
            id:patient:doctor:checkIn:reminder:endsAt:hasContact:since:cycle:missed:missedDue:contactDue:),
        field("plan_id", \.id, .id()),
        field("patient_id", \.patient, .id()),
        optionalField("doctor_id", \.doctor, .id()),
        field("check_in_interval", \.intervals.checkIn, .thousandths(CheckInIntervals.checkInLimits)),
        field("reminder_interval", \.intervals.reminder, .thousandths(CheckInIntervals.reminderLimits)),
        field("ends_at", \.endsAt, .instant),
        field("has_contact", \.hasContact, .bool),
        field("since", \.since, .instant),
        field("cycle", \.cycle, .int64(1...Int64(Int32.max))),
        field("missed", \.missed, .int64(0...Int64(Int32.max))),
        optionalField("missed_due_at", \.missedDue, .instant),
        optionalField("contact_due_at", \.contactDue, .instant))

    private static func checked(
        id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, checkIn: Int64, reminder: Int64,
        endsAt: Instant, hasContact: Bool, since: Instant, cycle: Int64, missed: Int64, missedDue: Instant?,
        contactDue: Instant?
    ) throws(CheckFailure) -> CheckInPlan {
        CheckInPlan(
            id: id, patient: patient, doctor: doctor,
            intervals: try .checked(checkIn: checkIn, reminder: reminder), endsAt: endsAt, hasContact: hasContact,
            since: since, cycle: cycle, missed: missed, missedDue: missedDue, contactDue: contactDue)
    }
}

extension Codec where Value == ID<CheckInPlan> {
    static var checkInPlanID: Codec { .id().described("The id of the plan of check-ins.") }
}
