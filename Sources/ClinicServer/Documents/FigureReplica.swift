import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A hot standby that relieves the primary of reads of figures, which no decision depends on.
///
/// The replica answers only if its figures are at least as new as the primary's were when the request arrived. If the
/// replica is unreachable, slow or behind, the primary answers.
final class FigureReplica {
    private let documents: ClinicDocuments
    private let loop: EventLoop
    private var restsUntil: MonotonicTime?
    private let metrics: LoopMetrics

    /// The maximum time for which a read of the replica waits until it is its clinic's turn, and the maximum time for
    /// which it then waits for the replica's answer.
    private static let patience = Duration.milliseconds(500)
    /// The time for which the replica is not used after a failure.
    private static let rest = Duration.seconds(5)

    /// The connections of one loop to a replica.
    ///
    /// - Parameter conninfo: a libpq URI of a hot standby.
    init(_ conninfo: String, connections: Int, on loop: EventLoop, counting metrics: LoopMetrics) {
        documents = ClinicDocuments(conninfo, connections: connections, deadline: Self.patience, on: loop)
        self.loop = loop
        self.metrics = metrics
    }

    /// Reads a statement's rows for the clinic from the replica; `nil` if the primary must be read.
    ///
    /// - Parameters:
    ///   - models: the asynchronous read models that the statement reads.
    ///   - position: the position in the clinic's feed that these read models must have reached.
    func read(
        _ statement: Statement, of clinic: UUIDBytes, asyncProjections models: [StaticName], upTo position: Int64
    ) async -> Rows? {
        loop.preconditionCurrent()
        let (rows, outcome) = await attempt(statement, clinic, models, position)
        metrics.askedReplica(outcome)
        return rows
    }

    private func attempt(
        _ statement: Statement, _ clinic: UUIDBytes, _ models: [StaticName], _ position: Int64
    ) async -> (Rows?, ReplicaOutcome) {
        if let restsUntil, loop.now < restsUntil { return (nil, .away) }
        guard documents.status.connected > 0 else { return (nil, .away) }
        do throws(PostgresError) {
            // The replica's position is read by the first statement, and the rows by the second one. So the rows are at
            // least as new as that position.
            let rows = try await documents.read([.reached(by: models, in: clinic), statement], of: clinic)
            guard let reached = rows.first, let found = rows.last, try reached.only.int64(0) >= position else {
                return (nil, .behind)
            }
            return (found, .served)
        } catch {
            if error != .cancelled { restsUntil = loop.now + Self.rest }
            return (nil, .away)
        }
    }

    /// The state of the replica's connections. Read it on the loop only.
    var status: PostgresPool.Status { documents.status }

    func close() async { await documents.close() }
}

extension Statement {
    /// A statement that returns the position in the clinic's feed that all of the given read models have reached.
    fileprivate static func reached(by models: [StaticName], in clinic: UUIDBytes) -> Statement {
        """
        SELECT min(coalesce(place.position, 0))
        FROM unnest(\(models.map(\.description))) AS model (name)
        LEFT JOIN behind_position AS place ON place.clinic_id = \(clinic) AND place.name = model.name
        """
    }
}
