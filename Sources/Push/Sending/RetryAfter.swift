import EventSourcing

/// The value of a `Retry-After` field (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// The longest pause in seconds that is accepted from a push service. A longer one is shortened to it.
    private static let longest = 86_400
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The pause in seconds, from 0 to one day. Both forms of `Retry-After` are read: a number of seconds, and a date
    /// such as `Sun, 06 Nov 1994 08:49:37 GMT`. The result is `nil` for another text.
    package static func seconds(_ value: String?, at now: Instant) -> Int? {
        guard let value, value.utf8.count <= 64 else { return nil }
        if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(Int(value) ?? longest, longest)
        }
        let parts = value.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let number = month + 1
        let text = "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z"
        guard let instant = Instant(rfc3339: text) else { return nil }
        return Int(min(max(instant.seconds(since: now), 0), Int64(longest)))
    }
}
