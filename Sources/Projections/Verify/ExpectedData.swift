import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// The documents that a clinic's events require, and the differences found while these events were folded.
struct ExpectedData: Sendable {
    let clinic: UUIDBytes
    /// For each projection, the documents that the clinic's events require.
    var documents: [FoldedDocuments] = []
    /// The first differences that were found while the clinic's events were folded: missing and unreadable events.
    /// Documents of a clinic with such events are not compared.
    private(set) var differences: [Difference] = []
    private let limit: Int

    /// - Parameter limit: the maximum number of differences that are searched for.
    init(clinic: UUIDBytes, limit: Int) {
        self.clinic = clinic
        self.limit = limit
    }

    mutating func missing(_ gaps: [ClosedRange<Int64>]) {
        for positions in gaps { note(.missingEvents(clinic: clinic, positions: positions)) }
    }

    mutating func unreadable(_ position: Int64, _ reason: Unreadable) {
        note(.unreadableEvent(clinic: clinic, position: position, reason: "\(reason)"))
    }

    private mutating func note(_ difference: Difference) {
        if differences.count < limit { differences.append(difference) }
    }
}

/// The expected tags of a clinic's events, as rows for COPY.
struct ExpectedTags {
    private let clinic: UUIDBytes
    var copy = BinaryCopy()

    init(of clinic: UUIDBytes) { self.clinic = clinic }

    mutating func expect(_ tags: [Tag], at position: Int64) {
        for tag in Set(tags) {
            copy.append([.uuid(clinic), .uuid(tag.subject), .int32(tag.aspect), .int64(position)])
        }
    }
}
