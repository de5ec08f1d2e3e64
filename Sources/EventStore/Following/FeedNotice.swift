import Identifiers

/// A batch's notice to the other processes: the new positions of a clinic's feed.
package struct FeedNotice: Equatable {
    package let clinic: UUIDBytes
    package let positions: ClosedRange<Int64>

    package init(clinic: UUIDBytes, positions: ClosedRange<Int64>) {
        self.clinic = clinic
        self.positions = positions
    }

    /// The maximum length of a notification's payload in bytes; PostgreSQL accepts less than 8,000.
    static let payloadLimit = 7_900

    /// The payloads of notices in the form `clinic:first:last clinic:first:last …`, each within `payloadLimit`.
    package static func payloads(_ notices: [FeedNotice]) -> [String] {
        var payloads: [String] = []
        var current = ""
        for notice in notices {
            let text = "\(notice.clinic):\(notice.positions.lowerBound):\(notice.positions.upperBound)"
            if current.utf8.count + text.utf8.count + 1 > payloadLimit {
                payloads.append(current)
                current = ""
            }
            current += current.isEmpty ? text : " " + text
        }
        if !current.isEmpty { payloads.append(current) }
        return payloads
    }

    /// Reads the notices about feeds in a notification's payload.
    ///
    /// - Returns: `nil` if the payload does not have the form of `payloads`.
    package static func read(_ payload: String) -> [FeedNotice]? {
        var notices: [FeedNotice] = []
        for text in payload.split(separator: " ") {
            let parts = text.split(separator: ":")
            guard parts.count == 3, let clinic = UUIDBytes(parts[0]), let first = Int64(parts[1]),
                let last = Int64(parts[2]), 1 <= first, first <= last
            else { return nil }
            notices.append(FeedNotice(clinic: clinic, positions: first...last))
        }
        return notices
    }
}
