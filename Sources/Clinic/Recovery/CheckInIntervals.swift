import EventSourcing
import JSON

/// The time from one check-in to the next, and the time from the reminder of a check-in until the check-in is due. Both
/// are counted in milliseconds, since clients send fractions of a second. Either may be the longer one, since an app
/// that changes both saves them one after the other.
public struct CheckInIntervals: Hashable, Sendable {
    public let checkIn: Int64
    public let reminder: Int64

    /// Makes the two intervals of a plan of check-ins, in milliseconds; `nil` if one of them is outside of its limits.
    public init?(checkIn: Int64, reminder: Int64) {
        guard Self.checkInLimits.contains(checkIn), Self.reminderLimits.contains(reminder) else { return nil }
        self.checkIn = checkIn
        self.reminder = reminder
    }

    /// The permitted intervals from one check-in to the next, from one hour to 31 days, in milliseconds. The lower
    /// limit bounds the number of missed check-ins of a plan.
    static let checkInLimits: ClosedRange<Int64> = 3_600_000...2_678_400_000
    static let reminderLimits: ClosedRange<Int64> = 0...2_678_400_000

    static let defaultCheckIn: Int64 = 86_400_000
    static let defaultReminder: Int64 = 7_200_000
    /// The intervals of a person who chose none: 24 hours and 2 hours.
    static let standard = CheckInIntervals(unchecked: defaultCheckIn, defaultReminder)

    private init(unchecked checkIn: Int64, _ reminder: Int64) {
        self.checkIn = checkIn
        self.reminder = reminder
    }

    /// The instant that is a number of check-in intervals after `start`, rounded up to a whole second.
    func due(_ count: Int64, after start: Instant) -> Instant {
        start.adding(seconds: Self.seconds(checkIn.multipliedReportingOverflow(by: count).partialValue))
    }

    /// The instant at which a person is reminded of a check-in that is due; `nil` if the reminder interval is not
    /// shorter than the check-in interval. The reminder would then be due as soon as the person has checked in, and a
    /// person who answered the reminder by a check-in would get the next reminder at once.
    func reminder(before due: Instant) -> Instant? {
        guard reminder < checkIn else { return nil }
        return due.adding(seconds: -Self.seconds(reminder))
    }

    /// The instant at which a person's contact is told of a missed check-in, unless the next check-in is due before.
    /// This instant is one reminder interval after the missed check-in's due time.
    func contactDue(after missed: Instant) -> Instant { missed.adding(seconds: Self.seconds(reminder)) }

    private static func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1000 }

    static func checked(checkIn: Int64, reminder: Int64) throws(CheckFailure) -> CheckInIntervals {
        guard let intervals = CheckInIntervals(checkIn: checkIn, reminder: reminder) else {
            throw CheckFailure("bad_range", "an interval is outside of its limits")
        }
        return intervals
    }
}

extension Codec where Value == Int64 {
    static var checkInInterval: Codec {
        .thousandths(CheckInIntervals.checkInLimits).described(
            "The time from a check-in until the next one is due, in seconds.")
    }
    static var reminderInterval: Codec {
        .thousandths(CheckInIntervals.reminderLimits).described(
            """
            How long before the due time the patient is reminded, in seconds. There are no reminders while this is not \
            shorter than the check-in interval. The contact is told of a missed check-in this long after it was due, or \
            when the next one is due, whichever is first.
            """)
    }
}
