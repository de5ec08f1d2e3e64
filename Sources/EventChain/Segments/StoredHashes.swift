import Identifiers
import PostgresClient

/// Reads the stored hashes in the order of clinics and positions, a page at a time.
final class StoredHashes {
    private let connection: PostgresConnection
    private var page: ArraySlice<ChainSegment> = []
    private var last = (clinic: UUIDBytes(high: 0, low: 0), first: Int64(0))
    private var isAtEnd = false
    private static let pageSize: Int64 = 500

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The stored hash of an event; `nil` if it has none. The clinics and positions of successive calls must ascend.
    func hash(_ clinic: UUIDBytes, _ position: Int64) async throws -> ChainHash? {
        while let segment = try await next() {
            if (segment.clinic, segment.last) >= (clinic, position) {
                return segment.clinic == clinic ? segment.hash(at: position) : nil
            }
            page.removeFirst()
        }
        return nil
    }

    /// The last position with a hash, for a clinic whose events have all been verified.
    func end(of clinic: UUIDBytes) async throws -> Int64? {
        var end: Int64?
        while let segment = try await next(), segment.clinic <= clinic {
            if segment.clinic == clinic { end = segment.last }
            page.removeFirst()
        }
        return end
    }

    /// The next clinic that has stored hashes and that the verification has not reached.
    func clinic() async throws -> UUIDBytes? { try await next()?.clinic }

    private func next() async throws -> ChainSegment? {
        if let segment = page.first { return segment }
        guard !isAtEnd else { return nil }
        let rows = try await connection.perform(
            .segments(after: last.clinic, last.first, limit: Self.pageSize), effect: .reads)
        page = try rows.map { row throws(PostgresError) in try ChainSegment(row) }[...]
        if let segment = page.last { last = (segment.clinic, segment.first) } else { isAtEnd = true }
        return page.first
    }
}
