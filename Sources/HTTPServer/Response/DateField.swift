import EventLoop
import Glibc

/// The Date header field, rendered at most once a second.
package struct DateField {
    /// The header line of the Date field: `Date: Sat, 21 Nov 2026 09:00:00 GMT` and CRLF.
    private(set) var line: [UInt8] = []
    /// The time that the Date field shows, in whole seconds since 1970-01-01T00:00:00Z.
    private(set) var seconds: Int64 = .min

    private var readAt: MonotonicTime?

    /// Updates the Date field from the wall clock, which is read at most once in each millisecond of the loop's time.
    mutating func update(at loopTime: MonotonicTime) {
        guard loopTime != readAt else { return }
        readAt = loopTime
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        update(to: Int64(now.tv_sec))
    }

    mutating func update(to now: Int64) {
        guard now != seconds else { return }
        seconds = now
        line.removeAll(keepingCapacity: true)
        DateField.append(now, to: &line)
    }

    /// The header line of the Date field for a time, in seconds since 1970.
    package static func line(at time: Int64) -> String {
        var line: [UInt8] = []
        append(time, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    /// Appends the header field `Date` with a time as IMF-fixdate (RFC 9110 §5.6.7), and CRLF. The computation counts
    /// years from 1 March, so that the leap day comes last.
    private static func append(_ time: Int64, to line: inout [UInt8]) {
        let days = Int(time / 86_400)
        let second = Int(time % 86_400)
        let shifted = days + 719_468  // The number of days since 0000-03-01.
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = (monthFromMarch + 2) % 12
        let year = era * 400 + yearOfEra + (month < 2 ? 1 : 0)

        line.append("Date: ")
        line.append(weekdays[(days + 4) % 7])
        line.append(twoDigits: day)
        line.append(months[month])
        line.append(decimal: year)
        for (separator, number) in [(" ", second / 3_600), (":", second / 60 % 60), (":", second % 60)]
            as [(StaticString, Int)]
        {
            line.append(separator)
            line.append(twoDigits: number)
        }
        line.append(" GMT\r\n")
    }

    private static let weekdays: [StaticString] = ["Sun, ", "Mon, ", "Tue, ", "Wed, ", "Thu, ", "Fri, ", "Sat, "]
    private static let months: [StaticString] = [
        " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ", " Nov ", " Dec ",
    ]
}

extension [UInt8] {
    fileprivate mutating func append(twoDigits number: Int) {
        if number < 10 { append(UInt8(ascii: "0")) }
        append(decimal: number)
    }
}
