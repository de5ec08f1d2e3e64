public import EventLoop
public import Logging
public import PostgresClient
import SQL

/// Deletes the answers of commands after clients have stopped repeating them. The record that a command was done stays,
/// so a late repetition still has no effect.
///
/// The table `command` has no index for the deletion, since an index would slow down every command. The table is
/// scanned from its first page to its last, some pages at a time. Several servers may scan the table at the same time.
public final class AnswerRetention {
    private let loop: EventLoop
    private let pool: PostgresPool
    private let keptFor: Duration
    private let pause: Duration
    private let logger: Logger
    private var work: Task<Void, Never>?

    /// The number of pages of the table `command` that one transaction scans for old answers. A page has about twenty
    /// answers.
    private static let pagesAtOnce: Int64 = 100

    /// Creates the deletion of old answers. `start` starts it.
    ///
    /// - Parameters:
    ///   - configuration: the connection settings of the database role that serves requests.
    ///   - keptFor: the age at which an answer is deleted. Clients must not repeat requests for longer.
    ///   - pause: the time between two transactions.
    public init(
        on loop: EventLoop, _ configuration: PostgresConfiguration, keptFor: Duration = .seconds(30 * 86_400),
        pause: Duration = .milliseconds(200), logger: Logger = Logger(label: "chairside.answers")
    ) {
        self.loop = loop
        self.keptFor = keptFor
        self.pause = pause
        self.logger = logger
        pool = PostgresPool(configuration, connections: 1, on: loop, logger: logger)
    }

    /// Starts to delete old stored answers about once a day, at random times.
    public func start() {
        loop.preconditionCurrent()
        work = loop.task { [self] in
            while !Task.isCancelled {
                _ = try? await loop.sleep(for: .seconds(Int64.random(in: 3_600...82_800)))
                guard !Task.isCancelled else { return }
                do { try await dropAll() } catch {
                    guard !Task.isCancelled else { return }
                    logger.warning("old answers could not be dropped", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Ends the deletion of old stored answers, also one in progress.
    public func stop() async {
        loop.preconditionCurrent()
        work?.cancel()
        await work?.value
        await pool.close()
    }

    /// Deletes every stored answer that is older than `keptFor`.
    ///
    /// - Returns: the number of deleted answers.
    @discardableResult
    public func dropAll() async throws -> Int {
        loop.preconditionCurrent()
        let rows = try await pool.perform(
            "SELECT pg_relation_size('command') / current_setting('block_size')::bigint", effect: .reads)
        let pages = try rows.first?.int64(0) ?? 0
        var dropped = 0
        for first in stride(from: 0, to: pages, by: Int(Self.pagesAtOnce)) {
            if first > 0 { try await loop.sleep(for: pause) }
            dropped += try await pool.perform(drop(from: first, to: first + Self.pagesAtOnce)).affected
        }
        return dropped
    }

    private func drop(from first: Int64, to end: Int64) -> Statement {
        let (firstPlace, endPlace): (String, String) = ("(\(first),0)", "(\(end),0)")
        return """
            UPDATE command SET answer = NULL, person_id = NULL, answer_dropped = true
            WHERE ctid >= \(firstPlace)::text::tid AND ctid < \(endPlace)::text::tid AND answer IS NOT NULL
                AND recorded_at < now() - \(keptFor.components.seconds) * interval '1 second'
            """
    }
}
