import PostgresClient
import SQL
import Testing

/// The outcomes of database calls that insert a number into the table `ledger` or only select it, for comparison with
/// the numbers in the table.
struct Ledger {
    struct Entry: Sendable {
        let number: Int
        let isWrite: Bool
        let outcome: Result<Int, PostgresError>
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Waits for the given requests and records their outcomes.
    init(_ requests: [Task<Entry, Never>]) async {
        for request in requests { add(await request.value) }
    }

    static let table: Statement = "CREATE TABLE ledger (n bigint PRIMARY KEY)"

    /// Makes a database call whose answer is `number`. Calls with an even number insert it into the table `ledger`, and
    /// others only select it.
    ///
    /// - Parameter lock: the advisory lock for which the call waits first.
    static func ask(_ pool: PostgresPool, _ number: Int, behind lock: Int? = nil) async -> Entry {
        let isWrite = number.isMultiple(of: 2)
        var statements: [Statement] = lock.map { ["SELECT pg_advisory_xact_lock_shared(\($0))"] } ?? []
        statements.append(isWrite ? "INSERT INTO ledger VALUES (\(number)) RETURNING n" : "SELECT \(number)")
        let sent = statements
        let outcome = await outcome {
            let rows = try await pool.perform(sent, effect: isWrite ? .writes : .reads)
            return try (rows.last ?? .none).only.int(0)
        }
        return Entry(number: number, isWrite: isWrite, outcome: outcome)
    }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Expects that each caller got its own answer, that acknowledged numbers are in the table, that failed ones are
    /// not, that only writes have unknown outcomes, and that all other failures are `notConnected`.
    func check(_ connection: PostgresConnection) async throws {
        let rows = try await connection.perform("SELECT n FROM ledger")
        let written = Set(try rows.map { try $0.int(0) })
        var known: Set<Int> = []
        for entry in entries {
            switch entry.outcome {
            case .success(let answer):
                #expect(answer == entry.number)
                if entry.isWrite { #expect(written.contains(entry.number), "\(entry.number) was acknowledged") }
            case .failure(.outcomeUnknown):
                #expect(entry.isWrite, "a read has no effect that one could not know")
            case .failure(let error):
                #expect(!written.contains(entry.number), "\(entry.number): \(error)")
                if case .notConnected = error { break }
                Issue.record("\(entry.number): \(error)")
            }
            if entry.isWrite { known.insert(entry.number) }
        }
        #expect(written.isSubset(of: known))
    }
}
