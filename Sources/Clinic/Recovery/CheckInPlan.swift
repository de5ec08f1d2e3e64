public import EventSourcing
public import Identifiers
public import JSON

/// A type that only distinguishes the ids of check-ins, `ID<CheckIn>`, from other ids.
public enum CheckIn {}

/// A type that only distinguishes the ids of missed check-ins, `ID<MissedCheckIn>`, from other ids.
public enum MissedCheckIn {}

/// The recovery check-ins that are expected of a patient or of a person without a clinic, and the progress of the
/// schedule.
///
/// Each event about the person's check-ins contains the whole plan as it is after the event. So a decision reads only
/// the last of these events, however many check-ins came before it.
public struct CheckInPlan: Hashable, Sendable {
    public let id: ID<CheckInPlan>
    public let patient: ID<Patient>
    /// The doctor who prescribed the check-ins; `nil` if the person chose them.
    public let doctor: ID<StaffMember>?
    public private(set) var intervals: CheckInIntervals
    /// The instant after which no check-in of the plan is due.
    public let endsAt: Instant
    /// Whether the plan names a contact, who is told of missed check-ins.
    public let hasContact: Bool
    /// The time of the person's last check-in; the plan's start if there was no check-in yet.
    public private(set) var since: Instant
    /// The number of check-in intervals from `since` to the due time; at least 1.
    public private(set) var cycle: Int64
    /// The number of the plan's check-ins that were missed.
    public private(set) var missed: Int64
    /// The time at which the last missed check-in was due; `nil` if none was missed.
    public private(set) var missedDue: Instant?
    /// The due time of the check-in of which the person was last reminded; `nil` before the first reminder.
    public private(set) var remindedDue: Instant?
    /// The instant at which the contact is told of the last missed check-in; `nil` if the contact need not be told. The
    /// instant is not after the next check-in's due time.
    public private(set) var contactDue: Instant?

    public init(
        _ id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, _ intervals: CheckInIntervals,
        start: Instant, endsAt: Instant, hasContact: Bool
    ) {
        self.init(
            id: id, patient: patient, doctor: doctor, intervals: intervals, endsAt: endsAt, hasContact: hasContact,
            since: start, cycle: 1, missed: 0, missedDue: nil, remindedDue: nil, contactDue: nil)
    }

    private init(
        id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, intervals: CheckInIntervals,
        endsAt: Instant, hasContact: Bool, since: Instant, cycle: Int64, missed: Int64, missedDue: Instant?,
        remindedDue: Instant?, contactDue: Instant?
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
        self.remindedDue = remindedDue
        self.contactDue = contactDue
    }

    /// The maximum length of a plan of check-ins in days.
    static let mostDays: Int64 = 366

    /// The instant at which the next check-in is due, even if the plan ends before it.
    public var due: Instant { intervals.due(cycle, after: since) }
}

// MARK: - Functions that change a plan of check-ins

extension CheckInPlan {
    /// Records that the person checks in. The next check-in is due one interval later.
    mutating func checkIn(at now: Instant) {
        since = now
        contactDue = nil
        chooseCycle(at: now)
    }

    /// Records a check-in that the person made at an earlier instant, of which the server is told now. The check-ins
    /// that were missed in between stay missed, since the server was not told in time. A check-in before the last one
    /// changes nothing in the plan.
    mutating func checkIn(at instant: Instant, toldAt now: Instant) {
        guard instant >= since else { return }
        if isAnswered(by: instant, at: now) { contactDue = nil }
        since = instant
        chooseCycle(at: now)
        if let told = contactDue { contactDue = min(told, due) }
    }

    /// Whether no check-in is overdue after one at the given instant: the check-in that follows it is not due yet.
    func isAnswered(by instant: Instant, at now: Instant) -> Bool { intervals.due(1, after: instant) > now }

    /// Whether the last check-in was made at the given instant, and no check-in was due since.
    func isAnswered(by instant: Instant) -> Bool { since == instant && cycle == 1 }

    mutating func set(_ intervals: CheckInIntervals, at now: Instant) {
        self.intervals = intervals
        chooseCycle(at: now)
        if let told = contactDue { contactDue = min(told, due) }
    }

    /// Makes the next check-in due a whole number of intervals after the last one, as soon as possible after now. The
    /// next check-in is due later than every check-in that was missed, even if the clock was set back, so that no
    /// check-in is counted as missed twice.
    private mutating func chooseCycle(at now: Instant) {
        let reached = max(now, missedDue ?? now)
        cycle = max(0, reached.seconds(since: since)) * 1000 / intervals.checkIn + 1
    }

    /// Records the check-in that is due now as missed. The contact is told at the latest when the next check-in is due.
    /// Otherwise each further missed check-in would put off the time for telling the contact.
    mutating func miss() {
        let missedAt = due
        missedDue = missedAt
        missed += 1
        cycle += 1
        if hasContact { contactDue = min(intervals.contactDue(after: missedAt), due) }
    }

    mutating func tellContact() { contactDue = nil }

    /// The instant at which the person is reminded of the next check-in; `nil` if the person was already reminded of
    /// it, if the intervals leave no time for a reminder, or if no check-in is due any more.
    var reminderDue: Instant? {
        remindedDue == due || due > endsAt ? nil : intervals.reminder(before: due)
    }

    mutating func remind() { remindedDue = due }

    /// The id of the last missed check-in. The id is computed from the plan's id and the number of missed check-ins, so
    /// two servers that find the same missed check-in give it the same id.
    var lastMissed: ID<MissedCheckIn> {
        let random: UInt64 = 0x3fff_ffff_ffff_ffff
        let low = id.uuid.low
        return ID(
            UUIDBytes(high: id.uuid.high, low: low & ~random | (low &+ UInt64(bitPattern: missed)) & random))
    }
}

// MARK: - The JSON of a plan of check-ins

extension CheckInPlan {
    public static let codec = object(
        CheckInPlan.checked(
            id:patient:doctor:checkIn:reminder:endsAt:hasContact:since:cycle:missed:missedDue:remindedDue:contactDue:),
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
        optionalField("reminded_due_at", \.remindedDue, .instant),
        optionalField("contact_due_at", \.contactDue, .instant))

    private static func checked(
        id: ID<CheckInPlan>, patient: ID<Patient>, doctor: ID<StaffMember>?, checkIn: Int64, reminder: Int64,
        endsAt: Instant, hasContact: Bool, since: Instant, cycle: Int64, missed: Int64, missedDue: Instant?,
        remindedDue: Instant?, contactDue: Instant?
    ) throws(CheckFailure) -> CheckInPlan {
        CheckInPlan(
            id: id, patient: patient, doctor: doctor,
            intervals: try .checked(checkIn: checkIn, reminder: reminder), endsAt: endsAt, hasContact: hasContact,
            since: since, cycle: cycle, missed: missed, missedDue: missedDue, remindedDue: remindedDue,
            contactDue: contactDue)
    }
}

extension Codec where Value == ID<CheckInPlan> {
    static var checkInPlanID: Codec { .id().described("The id of the plan of check-ins.") }
}
