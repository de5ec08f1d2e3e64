import Identifiers
import PostgresClient
import SQL
import TemporaryFiles

/// Checks the signatures of signed heads, and sorts the signed heads by clinic, position and time. However many there
/// are, at most four pages of them are in memory.
///
/// This is a merge sort: each full page is sorted and written to a temporary file, as a run. At the end two runs at a
/// time are merged, until one run is left. Each round of merging copies all signed heads to a new temporary file.
package final class HeadSorter {
    private let keys: ChainKeyRing
    private let pageSize: Int
    private var page: [CheckedHead] = []
    private var runs: [SortedHeads] = []
    /// The writer of the temporary file to which each full page of signed heads is written after it was sorted; `nil`
    /// until the first page is full.
    private var writer: HeadWriter?
    /// The number of lines in the outside folder that cannot be read as signed heads.
    package private(set) var unreadableLines = 0

    /// The usual number of signed heads in a page. A signed head in memory has about 120 bytes.
    package static let usualPage = 20_000

    /// Creates a sorter without signed heads.
    ///
    /// - Parameter keys: the public keys whose signatures are accepted.
    package init(keys: ChainKeyRing, headsInPage: Int = HeadSorter.usualPage) {
        self.keys = keys
        pageSize = max(1, headsInPage)
    }

    package func add(_ head: SignedHead) throws {
        if page.count >= pageSize { try endRun() }
        page.append(CheckedHead(head, keys.objection(to: head)))
    }

    /// Adds the signed heads of the outside folder to those that `sorted` will sort, and counts the lines that are
    /// unreadable.
    package func addAll(_ outside: OutsideHeads) throws {
        let unreadable = try outside { head in try add(head) }
        unreadableLines += unreadable
    }

    /// Adds the signed heads that are stored in a table. One page of them is read at a time.
    ///
    /// - Parameter page: the statement that selects the signed heads after a position of a clinic, in the order of
    ///   clinics and positions, up to a limit.
    package func addStored(
        _ subject: ChainSubject, from connection: PostgresConnection,
        page: (_ clinic: UUIDBytes, _ position: Int64, _ limit: Int64) -> Statement
    ) async throws {
        var (clinic, position) = (UUIDBytes(high: 0, low: 0), Int64.min)
        while true {
            let rows = try await connection.perform(page(clinic, position, Int64(pageSize)), effect: .reads)
            guard let last = rows.last else { return }
            for row in rows { try add(SignedHead(row, of: subject)) }
            (clinic, position) = (try last.uuid(0), try last.int64(1))
        }
    }

    /// Sorts the signed heads that were added. Must be called once, after the last signed head was added.
    package func sorted() throws -> SortedHeads {
        guard !runs.isEmpty else {
            var heads: [CheckedHead] = []
            for head in page.sorted() where head != heads.last { heads.append(head) }
            return SortedHeads(heads)
        }
        try endRun()
        writer = nil
        while runs.count > 1 { runs = try mergedPairs() }
        return runs[0]
    }

    private func endRun() throws {
        page.sort()
        var writer = try self.writer ?? HeadWriter(TemporaryFile(), pageSize: pageSize)
        for head in page { try writer.append(head) }
        runs.append(try writer.endRun())
        self.writer = writer
        page.removeAll(keepingCapacity: true)
    }

    private func mergedPairs() throws -> [SortedHeads] {
        var writer = try HeadWriter(TemporaryFile(), pageSize: pageSize)
        var merged: [SortedHeads] = []
        for first in stride(from: 0, to: runs.count, by: 2) {
            var left = HeadCursor(runs[first])
            var right = HeadCursor(first + 1 < runs.count ? runs[first + 1] : SortedHeads([]))
            while let head = try Self.smaller(&left, &right) { try writer.append(head) }
            merged.append(try writer.endRun())
        }
        return merged
    }

    private static func smaller(_ left: inout HeadCursor, _ right: inout HeadCursor) throws -> CheckedHead? {
        guard let one = try left.peek() else { return try right.next() }
        guard let other = try right.peek(), other < one else { return try left.next() }
        return try right.next()
    }
}

/// Passes each signed head in the outside folder to `each`, in any order. Returns the number of lines that cannot be
/// read as signed heads.
package typealias OutsideHeads = @Sendable (_ each: (SignedHead) throws -> Void) throws -> Int
