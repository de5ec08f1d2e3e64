import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A standby of the database that spares the primary reads of figures, on which nobody decides.
///
/// It is asked for what it shows already: at least what the primary's figures showed when the request came. Where it is away, slow,
/// or not that far, the primary is read.
///
/// - Safety: touched on the loop alone.
final class FigureReplica: @unchecked Sendable {
    private let documents: ClinicDocuments
    private let loop: EventLoop
    private var restsUntil: MonotonicTime?
    private let metrics: LoopMetrics

    /// An answer that takes longer is not worth waiting for.
    private static let patience = Duration.milliseconds(500)
    /// After a failure it is not asked for so long.
    private static let rest = Duration.seconds(5)

    /// - Parameter conninfo: a libpq URI of a hot standby.
    init(_ conninfo: String, connections: Int, on loop: EventLoop, counting metrics: LoopMetrics) {
        documents = ClinicDocuments(conninfo, connections: connections, deadline: Self.patience, on: loop)
        self.loop = loop
        self.metrics = metrics
    }

    /// What the statement finds in the clinic; `nil` where that is to be read elsewhere.
    ///
    /// - Parameters:
    ///   - models: read models behind the appends.
    ///   - position: they have to show the clinic's feed up to here.
    func read(
        _ statement: Statement, of clinic: UUIDBytes, behind models: [StaticName], upTo position: Int64
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
            // Each statement sees at least what the one before it saw.
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

    /// How the connections are doing. On the loop only.
    var status: PostgresPool.Status { documents.status }

    func close() async { await documents.close() }
}

extension Statement {
    /// How far the slowest of some read models is in the clinic's feed.
    fileprivate static func reached(by models: [StaticName], in clinic: UUIDBytes) -> Statement {
        """
        SELECT min(coalesce(place.position, 0))
        FROM unnest(\(models.map(\.description))) AS model (name)
        LEFT JOIN behind_position AS place ON place.clinic_id = \(clinic) AND place.name = model.name
        """
    }
}
