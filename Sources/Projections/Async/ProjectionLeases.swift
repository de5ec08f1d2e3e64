import EventLoop
import Identifiers
import PostgresClient
import SQL

/// The leases that a server holds.
///
/// The leases only determine for which clinics the server works. The database function `prove_lease` checks a lease in
/// each writing transaction, since the server may have been suspended until its leases expired.
package final class ProjectionLeases {
    private let node: UUIDBytes
    private let slices: [String: Int32]
    private let pool: PostgresPool
    private let term: Duration
    private(set) package var held: [LeasedPart: Lease] = [:]

    /// Creates the leases of a server that holds none yet.
    ///
    /// - Parameter slices: the number of slices, by the name of the projection.
    package init(_ slices: [String: Int32], _ pool: PostgresPool, term: Duration) {
        node = UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
        self.slices = slices
        self.pool = pool
        self.term = term
    }

    package subscript(_ part: LeasedPart) -> Lease? { held[part] }

    /// Renews, takes and gives up leases of this server.
    ///
    /// - Returns: whether the server has new leases.
    package func keep() async throws(PostgresError) -> Bool {
        pool.loop.preconditionCurrent()
        // If the renewal of the leases fails, it is unknown whether this server still holds them. That is harmless,
        // since each writing transaction checks its lease.
        let rows = try await pool.perform(
            Statement.keepLeases(of: node, slices, term: term), within: term)
        let before = Set(held.values)
        held = [:]
        for row in rows.last ?? .none {
            let part = LeasedPart(try row.text(0), slice: try row.int32(1))
            held[part] = Lease(part: part, token: try row.int64(2))
        }
        return !Set(held.values).isSubset(of: before)
    }

    /// Forgets a lease that the writing transaction did not find in the database.
    package func lose(_ lease: Lease) { if held[lease.part] == lease { held[lease.part] = nil } }

    /// Gives up all leases that this server holds, so that other servers need not wait until they expire.
    package func giveUp() async throws(PostgresError) {
        pool.loop.preconditionCurrent()
        held = [:]
        _ = try await pool.perform(Statement.giveUpLeases(of: node))
    }
}
