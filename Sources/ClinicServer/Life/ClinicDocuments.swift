public import EventLoop
public import Identifiers
public import PostgresClient
public import SQL

/// The documents that become answers, on connections that see one clinic's at a time: what a query forgets to ask,
/// PostgreSQL asks all the same.
public struct ClinicDocuments: Sendable {
    private let pool: PostgresPool
    private let gate: FairGate

    /// - Parameter conninfo: a libpq URI or keyword string.
    public init(_ conninfo: String, connections: Int, on loop: EventLoop) {
        let configuration = PostgresConfiguration(
            conninfo: conninfo, role: readingRole, applicationName: "chairside reader")
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
        try await gate.enter(clinic)
        defer { gate.leave() }
        return try await pool.perform([Self.enter(clinic, isPlannedOnce), statement], effect: .reads)[1]
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

    /// - Throws: `PostgresError` where nothing can be read now.
    func check(within patience: Duration) async throws(PostgresError) {
        _ = try await pool.perform("SELECT 1", effect: .reads, within: patience)
    }

    public func close() async { await pool.close() }
}
