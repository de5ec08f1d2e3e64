public import EventLoop
import Identifiers
public import Logging
public import PostgresClient
import SQL

extension IdentityShared {
    /// The channel on which PostgreSQL notifies servers of changed sessions.
    static let channel: StaticString = "session"

    /// Whether cached sessions may answer requests. If not, every request reads its session from PostgreSQL.
    public var hearsOfSessions: Bool { sessions.isListening }

    /// Starts to listen for changed sessions, over a connection of its own. Must be called on the loop.
    ///
    /// - Parameter observer: called with each event of the listener, after it was handled.
    public func listenForSessions(
        _ configuration: PostgresConfiguration, on loop: EventLoop, logger: Logger = Logger(label: "postgres"),
        observer: @escaping (PostgresListener.Event) -> Void = { _ in }
    ) -> PostgresListener {
        let answers = Answers()
        let listener = PostgresListener(
            configuration, channels: [Identifier(Self.channel)], on: loop, hearing: sessions.hearing, logger: logger,
            preparing: { [hearers] connection throws(PostgresError) in try await hearers.prepare(connection) }
        ) { [sessions] event in
            switch event {
            case .connected: sessions.listens(true)
            case .disconnected: lost()
            case .notified(let notification):
                sessionsChanged(notification.payload)
                if let answer = hearers.hear(notification.payload) {
                    answers.listener?.notify(Identifier(Self.channel), answer)
                }
            }
            observer(event)
        }
        answers.listener = listener
        return listener
    }

    /// The listener that sends the answers to questions of other servers.
    private final class Answers {
        weak var listener: PostgresListener?
    }

    /// Records whether notifications about changed sessions are received from now on.
    package func listens(_ isListening: Bool) { sessions.listens(isListening) }

    private func lost() {
        sessions.listens(false)
        hearers.lost()
    }

    /// Drops cached sessions that a process has changed.
    ///
    /// - Parameter payload: the notification's payload: the sessions' ids, separated by commas.
    package func sessionsChanged(_ payload: String) {
        for id in payload.split(separator: ",") { if let id = UUIDBytes(id) { sessions.forget(id) } }
    }
}
