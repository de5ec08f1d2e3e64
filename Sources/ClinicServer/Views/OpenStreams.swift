import Clinic
import Endpoints
import EventLoop
import Identifiers

/// The open event streams of one loop. Each one occupies a connection, a task and the memory of at most one event.
package final class OpenStreams {
    /// The session and the account to which an event stream belongs.
    package struct Owner: Sendable {
        let session: UUIDBytes
        let account: UUIDBytes

        package init(session: UUIDBytes, account: UUIDBytes) {
            self.session = session
            self.account = account
        }

        init(_ principal: Principal) { self.init(session: principal.session, account: principal.account) }
    }

    private let loop: EventLoop
    private let limit: Int
    private let limitOfSession: Int
    private let limitOfAccount: Int
    private let waits: HeldPolls
    private var sessions: [UUIDBytes: Int] = [:]
    private var accounts: [UUIDBytes: Int] = [:]
    package private(set) var count = 0
    private(set) var isClosed = false

    /// The event streams of one loop.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of event streams.
    ///   - limitOfSession: the maximum number of event streams of one session. A device shows few lists at a time.
    ///   - limitOfAccount: the maximum number of event streams of one account, which may have many sessions.
    package init(
        on loop: EventLoop, _ views: ViewVersions, limit: Int = 1_000, limitOfSession: Int = 8, limitOfAccount: Int = 16
    ) {
        self.loop = loop
        self.limit = limit
        self.limitOfSession = limitOfSession
        self.limitOfAccount = limitOfAccount
        waits = HeldPolls(on: loop, views, limit: limit)
    }

    /// Whether a session and its account may have one more event stream.
    package func mayOpen(for owner: Owner) -> Bool {
        !isClosed && count < limit && sessions[owner.session, default: 0] < limitOfSession
            && accounts[owner.account, default: 0] < limitOfAccount
    }

    /// Counts an event stream while `body` writes it.
    ///
    /// - Returns: whether there was room for the event stream; if not, `body` is not called.
    package func hold(for owner: Owner, _ body: () async throws -> Void) async rethrows -> Bool {
        loop.preconditionCurrent()
        guard mayOpen(for: owner) else { return false }
        count += 1
        sessions[owner.session, default: 0] += 1
        accounts[owner.account, default: 0] += 1
        defer {
            count -= 1
            sessions[owner.session, default: 1] -= 1
            if sessions[owner.session] == 0 { sessions[owner.session] = nil }
            accounts[owner.account, default: 1] -= 1
            if accounts[owner.account] == 0 { accounts[owner.account] = nil }
        }
        try await body()
        return true
    }

    /// Waits until a view's version changes or becomes unknown, or `patience` is over, or the server stops.
    func wait(for view: View, in clinic: UUIDBytes, after version: ViewVersion, atMost patience: Duration) async
        -> HeldPolls.Outcome
    { await waits.wait(for: view, in: clinic, after: version, atMost: patience) }

    /// Makes all event streams of the loop end at their next check, and ends their waits. After this call no event
    /// stream is opened.
    package func close() {
        isClosed = true
        waits.close()
    }
}
