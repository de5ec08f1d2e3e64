import EventSourcing
import JSON

/// The time from one check-in to the next, and the time before it at which the patient is reminded. Both are counted in
/// milliseconds, since clients send fractions of a second.
public struct CheckInIntervals: Hashable, Sendable {
    public let checkIn: Int64
    public let reminder: Int64

    /// Intervals in milliseconds; `nil` if an interval is outside of its limits, or if the reminder would come before
    /// the check-in that it follows.
    public init?(checkIn: Int64, reminder: Int64) {
        guard Self.checkInLimits.contains(checkIn), Self.reminderLimits.contains(reminder), reminder <= checkIn else {
            return nil
        }
        self.checkIn = checkIn
        self.reminder = reminder
    }

    /// From one hour to 31 days, in milliseconds. The lower limit bounds the number of missed check-ins of a plan.
    static let checkInLimits: ClosedRange<Int64> = 3_600_000...2_678_400_000
    static let reminderLimits: ClosedRange<Int64> = 0...2_678_400_000

    static let defaultCheckIn: Int64 = 86_400_000
    static let defaultReminder: Int64 = 7_200_000

    /// The instant that is a number of check-in intervals after another, rounded up to a whole second.
    func due(_ count: Int64, after start: Instant) -> Instant {
        start.adding(seconds: Self.seconds(checkIn.multipliedReportingOverflow(by: count).partialValue))
    }

    /// The instant at which a patient is reminded of a check-in that is due.
    func reminder(before due: Instant) -> Instant { due.adding(seconds: -Self.seconds(reminder)) }

    /// The instant at which the patient's contact is told of a missed check-in: as long after it as the reminder came
    /// before it.
    func contactDue(after missed: Instant) -> Instant { missed.adding(seconds: Self.seconds(reminder)) }

    private static func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1000 }

    static func checked(checkIn: Int64, reminder: Int64) throws(CheckFailure) -> CheckInIntervals {
        guard let intervals = CheckInIntervals(checkIn: checkIn, reminder: reminder) else {
            throw CheckFailure("bad_range", "the reminder interval must not be longer than the check-in interval")
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
            "How long before the due time the patient is reminded, in seconds.")
    }
}
