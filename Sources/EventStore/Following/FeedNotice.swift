import Identifiers

/// A batch's notice to the other processes: the new positions of a clinic's feed.
package struct FeedNotice: Equatable {
    package let clinic: UUIDBytes
    package let positions: ClosedRange<Int64>

    package init(clinic: UUIDBytes, positions: ClosedRange<Int64>) {
        self.clinic = clinic
        self.positions = positions
    }

    /// PostgreSQL takes payloads of less than 8,000 bytes.
    static let payloadLimit = 7_900

    /// `clinic:first:last clinic:first:last …`, in as many payloads as needed.
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

    /// - Returns: `nil` for a payload that no batch has written.
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

/// A rebuild's notice to the other processes: documents of a clinic changed without an event.
package struct EditionNotice: Equatable {
    package let clinic: UUIDBytes
    package let edition: Int64

    /// - Returns: `nil` for a payload that is not `clinic:edition`.
    package static func read(_ payload: String) -> EditionNotice? {
        let parts = payload.split(separator: ":")
        guard parts.count == 2, let clinic = UUIDBytes(parts[0]), let edition = Int64(parts[1]), edition > 0 else {
            return nil
        }
        return EditionNotice(clinic: clinic, edition: edition)
    }
}
