public import EventLoop
public import Identifiers
public import PostgresClient
public import SQL

/// The documents that become answers, on connections that see one clinic's at a time: what a query forgets to ask,
/// PostgreSQL asks all the same.
public struct ClinicDocuments: Sendable {
    private let pool: PostgresPool
    private let gate: FairGate

    /// - Parameters:
    ///   - conninfo: a libpq URI or keyword string.
    ///   - deadline: for a read, waiting for its turn included.
    public init(
        _ conninfo: String, connections: Int, deadline: Duration = .seconds(15), on loop: EventLoop
    ) {
        let configuration = PostgresConfiguration(
            conninfo: conninfo, role: readingRole, applicationName: "chairside reader", deadline: deadline)
        pool = PostgresPool(configuration, connections: connections, on: loop)
        gate = FairGate(
            on: loop, room: connections * Self.readsPerConnection, waitingRoom: configuration.queueLimit,
            patience: configuration.deadline)
    }

    /// What the statement finds in the clinic. The clinic's name and the question travel together, in one implicit
    /// transaction; the name is gone with its end.
    ///
    /// - Parameter isPlannedOnce: whether one plan will do for all values, as where a list is a range of one index. Else
    ///   PostgreSQL plans anew for each clinic and filter, which costs it more than reading a day does.
    public func read(
        _ statement: Statement, of clinic: UUIDBytes, isPlannedOnce: Bool = false
    ) async throws(PostgresError) -> Rows {
        try await read([Self.enter(clinic, isPlannedOnce), statement], as: clinic)[1]
    }

    /// The same for several statements. None sees less than the one before it.
    func read(_ statements: [Statement], of clinic: UUIDBytes) async throws(PostgresError) -> ArraySlice<Rows> {
        try await read([Self.enter(clinic, false)] + statements, as: clinic)[1...]
    }

    private func read(_ statements: [Statement], as clinic: UUIDBytes) async throws(PostgresError) -> [Rows] {
        try await gate.enter(clinic)
        defer { gate.leave() }
        return try await pool.perform(statements, effect: .reads)
    }

    /// As many wait in a connection; more wait here, where clinics take turns.
    private static let readsPerConnection = 16

    private static func enter(_ clinic: UUIDBytes, _ isPlannedOnce: Bool) -> Statement {
        guard isPlannedOnce else { return "SELECT set_config('app.clinic', \(clinic.text), true)" }
        return """
            SELECT set_config('app.clinic', \(clinic.text), true),
                set_config('plan_cache_mode', 'force_generic_plan', true)
            """
    }

    /// How the connections are doing. On the loop only.
    var status: PostgresPool.Status { pool.status }

    /// Reads that wait for their clinic's turn. On the loop only.
    var waiting: Int { gate.waitingCount }

    public func close() async { await pool.close() }
}
