import EventLoop
import Identifiers
import PostgresClient
import SQL

/// Reads documents for answers, on connections that can read the rows of one clinic at a time. Even if a query has no
/// condition on the clinic, row-level security excludes the rows of other clinics.
package struct ClinicDocuments {
    private let pool: PostgresPool
    private let gate: FairGate

    /// Connections for reading documents.
    ///
    /// - Parameters:
    ///   - conninfo: a libpq URI or keyword string.
    ///   - deadline: the longest wait for the clinic's turn, and the maximum time of the read after that wait.
    package init(
        _ conninfo: String, connections: Int, deadline: Duration = .seconds(15), on loop: EventLoop
    ) {
        let configuration = PostgresConfiguration(
            conninfo: conninfo, role: DatabaseRole.reader, applicationName: "chairside reader", deadline: deadline)
        pool = PostgresPool(configuration, connections: connections, on: loop)
        gate = FairGate(
            on: loop, room: connections * Self.readsPerConnection, waitingRoom: configuration.queueLimit,
            patience: configuration.deadline)
    }

    /// Reads a statement's rows for the clinic. The setting that names the clinic for row-level security and the query
    /// are sent together, in one implicit transaction. The setting ends with the transaction.
    ///
    /// - Parameter isPlannedOnce: whether one query plan suits all values, for example because a list is always a range
    ///   of one index. If false, PostgreSQL may plan each read anew, and the planning alone takes longer than reading
    ///   the rows of a day.
    package func read(
        _ statement: Statement, of clinic: UUIDBytes, isPlannedOnce: Bool = false
    ) async throws(PostgresError) -> Rows {
        try await read([Self.enter(clinic, isPlannedOnce), statement], as: clinic)[1]
    }

    /// Reads the rows of several statements for the clinic. Each statement sees all rows that the previous statement
    /// saw, and perhaps newer ones.
    func read(_ statements: [Statement], of clinic: UUIDBytes) async throws(PostgresError) -> ArraySlice<Rows> {
        try await read([Self.enter(clinic, false)] + statements, as: clinic)[1...]
    }

    private func read(_ statements: [Statement], as clinic: UUIDBytes) async throws(PostgresError) -> [Rows] {
        try await gate.enter(clinic)
        defer { gate.leave() }
        return try await pool.perform(statements, effect: .reads)
    }

    /// For each of its connections, the pool of connections gets at most this number of reads of documents at once.
    /// Further reads wait at the gate, where clinics take turns.
    private static let readsPerConnection = 16

    private static func enter(_ clinic: UUIDBytes, _ isPlannedOnce: Bool) -> Statement {
        guard isPlannedOnce else { return "SELECT set_config('app.clinic', \(clinic.text), true)" }
        return """
            SELECT set_config('app.clinic', \(clinic.text), true),
                set_config('plan_cache_mode', 'force_generic_plan', true)
            """
    }

    /// The state of the connections for reading documents. It must be read on the loop.
    var status: PostgresPool.Status { pool.status }

    /// The number of reads of documents that wait for their clinic's turn. It must be read on the loop.
    var waiting: Int { gate.waitingCount }

    package func close() async { await pool.close() }
}
