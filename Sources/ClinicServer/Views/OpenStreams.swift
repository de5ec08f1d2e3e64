import Clinic
import EventLoop
import Identifiers

/// The open streams of one loop. Each one occupies a connection, a task and the memory of at most one event.
package final class OpenStreams {
    private let loop: EventLoop
    private let limit: Int
    private let limitOfSession: Int
    private let waits: HeldPolls
    private var sessions: [UUIDBytes: Int] = [:]
    package private(set) var count = 0
    private(set) var isClosed = false

    /// The streams of one loop.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of streams.
    ///   - limitOfSession: the maximum number of streams of one session. A device shows few lists at a time.
    package init(on loop: EventLoop, _ views: ViewVersions, limit: Int = 1_000, limitOfSession: Int = 8) {
        self.loop = loop
        self.limit = limit
        self.limitOfSession = limitOfSession
        waits = HeldPolls(on: loop, views, limit: limit)
    }

    /// Whether a session may have one more stream.
    package func mayOpen(for session: UUIDBytes) -> Bool {
        !isClosed && count < limit && sessions[session, default: 0] < limitOfSession
    }

    /// Counts a stream while `body` writes it.
    ///
    /// - Returns: whether there was room for the stream; if not, `body` is not called.
    package func hold(for session: UUIDBytes, _ body: () async throws -> Void) async rethrows -> Bool {
        loop.preconditionCurrent()
        guard mayOpen(for: session) else { return false }
        count += 1
        sessions[session, default: 0] += 1
        defer {
            count -= 1
            sessions[session, default: 1] -= 1
            if sessions[session] == 0 { sessions[session] = nil }
        }
        try await body()
        return true
    }

    /// Waits until a view's version changes or becomes unknown, or `patience` is over, or the server stops.
    func wait(for view: View, in clinic: UUIDBytes, after version: ViewVersion, atMost patience: Duration) async
        -> HeldPolls.Outcome
    { await waits.wait(for: view, in: clinic, after: version, atMost: patience) }

    /// Makes all streams end at their next check, and ends their waits. After this call no stream is opened.
    package func close() {
        isClosed = true
        waits.close()
    }
}
