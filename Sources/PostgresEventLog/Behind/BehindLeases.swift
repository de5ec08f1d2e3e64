import EventLoop
import Identifiers
import PostgresClient
import SQL

/// A part of the clinics, for one kind of work.
package struct LeasedPart: Hashable, Sendable {
    package let name: String
    package let slice: Int32

    package init(_ name: String, slice: Int32) {
        self.name = name
        self.slice = slice
    }
}

/// The right to write a part, as long as nobody has taken it since.
package struct Lease: Hashable, Sendable {
    package let part: LeasedPart
    package let token: Int64
}

/// The leases that a server holds.
///
/// That somebody is in here says what to begin with; what may be written is decided by `prove_lease` in the transaction that
/// writes, for a server may have slept through its leases without knowing.
///
/// - Safety: touched on the pool's loop alone.
package final class BehindLeases: @unchecked Sendable {
    private let node: UUIDBytes
    private let slices: [String: Int32]
    private let pool: PostgresPool
    private let term: Duration
    private(set) package var held: [LeasedPart: Lease] = [:]

    /// - Parameter slices: how many there are, by the name of the work.
    package init(_ slices: [String: Int32], _ pool: PostgresPool, term: Duration) {
        node = UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
        self.slices = slices
        self.pool = pool
        self.term = term
    }

    package subscript(_ part: LeasedPart) -> Lease? { held[part] }

    /// Renews, takes and gives up.
    ///
    /// - Returns: whether there are some that were not held before.
    package func keep() async throws(PostgresError) -> Bool {
        pool.loop.preconditionCurrent()
        // Where this fails it is not known whether they are still held: each transaction finds out.
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

    /// A transaction did not find it.
    package func lose(_ lease: Lease) { if held[lease.part] == lease { held[lease.part] = nil } }

    /// Leaves all to others, at once.
    package func giveUp() async throws(PostgresError) {
        pool.loop.preconditionCurrent()
        held = [:]
        _ = try await pool.perform(Statement.giveUpLeases(of: node))
    }
}
