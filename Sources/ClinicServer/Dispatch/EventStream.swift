import Clinic
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identity
import PostgresClient

/// Writes the changes of a list as server-sent events for at most ten minutes. The stream ends earlier if the client
/// disconnects, the session ends or locks, the caller may not see the list any more, the server stops, or a read fails.
///
/// Between two events the stream keeps only the version that the client has. If a client reads slowly, the stream waits
/// in `write`, and then sends one event with all changes since the last one.
final class EventStream {
    private let dispatcher: Dispatcher
    private let query: Dispatcher.Query
    private let call: ServerCall
    private let principal: Principal
    private let writer: HTTPBodyWriter
    /// The version of the followed list that the client has.
    private var since: String?

    /// The interval at which an event stream checks its session while the followed list does not change. The check is
    /// usually answered from memory.
    private static let checksEvery = Duration.seconds(5)
    /// The number of checks of the session after which the stream sends a line although the followed list has not
    /// changed, so that proxies do not close the connection, and so that the server notices a lost client.
    private static let checksPerComment = 3
    /// The pause before the followed list is read again if it has changed while it was read. Changes during the pause
    /// are sent together.
    private static let pause = Duration.milliseconds(20)
    /// The pause before the followed list is read again if the last read gave the client no newer version. The server
    /// has then received an event before an earlier one. Until the earlier one arrives, a read gives the same changes
    /// again.
    private static let pauseWithoutAdvance = Duration.milliseconds(250)
    /// The age at which a stream ends, so that its client opens another one with a token that has not expired.
    private static let longest = Duration.seconds(600)
    /// The milliseconds after which a client that has lost its stream opens another one.
    private static let retryMilliseconds = 2_000

    /// The reason why the server ends an event stream.
    private enum End: String {
        case sessionEnded = "session_ended"
        case sessionLocked = "session_locked"
        case forbidden
        case serverStops = "server_stops"
        case tooOld = "too_old"
        case failed
    }

    init(
        _ dispatcher: Dispatcher, _ query: @escaping Dispatcher.Query, _ call: ServerCall, _ principal: Principal,
        to writer: HTTPBodyWriter
    ) {
        self.dispatcher = dispatcher
        self.query = query
        self.call = call
        self.principal = principal
        self.writer = writer
        since = call.request.headers["last-event-id"]
    }

    /// Writes the events of a followed list to the client until the stream ends.
    ///
    /// - Throws: `HTTPClientGone`, or `CancellationError`.
    func run() async throws {
        try await writer.write(Array("retry: \(Self.retryMilliseconds)\n\n".utf8))
        let end = dispatcher.services.loop.now + Self.longest
        var checks = 0
        while true {
            let reason: End?
            do { reason = try await endReason() } catch { reason = .failed }
            if let reason { return try await finish(reason) }
            if dispatcher.services.loop.now > end { return try await finish(.tooOld) }
            let before = since
            guard let step = await readChanges() else { return try await finish(.failed) }
            if let bytes = step.event {
                try await writer.write(bytes)
                checks = 0
            } else if checks % Self.checksPerComment == Self.checksPerComment - 1 {
                // An id without data, sent on an event stream, tells the client that the followed list has not changed
                // up to the version in the id.
                let comment = since.map { "id: \($0)\n\n" } ?? ":\n\n"
                try await writer.write(Array(comment.utf8))
            }
            checks += 1
            try await wait(for: step.list, hasAdvanced: since != before)
        }
    }

    private struct Step {
        let event: [UInt8]?
        let list: FollowedList?
    }

    /// Reads the changes of the followed list that the client has not received; `nil` if the caller may not see them,
    /// if the changes cannot be read, or if the access to patients' data cannot be recorded.
    private func readChanges() async -> Step? {
        let call = call.later(at: .now)
        do {
            let asked = try await dispatcher.makeDocumentQuery(query, call, principal)
            let since = self.since ?? asked.followed?.since
            // While the server does not know the version of the followed list, it can send only the whole list. It
            // reads and sends the list only for a client that has no version of it yet.
            if since != nil, let list = asked.followed,
                try await dispatcher.readVersion(of: list.view, in: principal.clinic) == nil
            {
                self.since = since
                return Step(event: nil, list: list)
            }
            let changes = try await dispatcher.changes(of: asked, since: since, call, principal)
            let isUnknown = changes.version == nil
            defer { self.since = changes.version?.text ?? since ?? ListVersion.unknown }
            // The version of the followed list may have become unknown after it was checked. In this case a client that
            // has the list already is sent nothing.
            guard !changes.isEmpty, !isUnknown || since == nil else { return Step(event: nil, list: asked.followed) }
            guard
                dispatcher.services.accesses.note(
                    changes.content.shown, to: principal, by: call.operation.id, at: call.now)
            else { return nil }
            var bytes = Array("id: \(changes.version?.text ?? ListVersion.unknown)\ndata: ".utf8)
            bytes += changes.content.bytes
            bytes += Array("\n\n".utf8)
            return Step(event: bytes, list: asked.followed)
        } catch { return nil }
    }

    private func wait(for list: FollowedList?, hasAdvanced: Bool) async throws {
        let (services, clinic) = (dispatcher.services, principal.clinic)
        guard let view = list?.view, let version = services.shared.views.version(of: view, in: clinic) else {
            return try await services.loop.sleep(for: .seconds(1))
        }
        // If the followed list has changed since the stream read it, the stream reads it again after a short pause.
        if let known = since.flatMap({ ListVersion($0, of: view) }), !known.isCurrent(version) {
            return try await services.loop.sleep(for: hasAdvanced ? Self.pause : Self.pauseWithoutAdvance)
        }
        let wait = await services.streams.wait(for: view, in: clinic, after: version, atMost: Self.checksEvery)
        if wait != .waited, !services.streams.isClosed { try await services.loop.sleep(for: .seconds(1)) }
        try Task.checkCancellation()
    }

    /// The reason why the event stream must end; `nil` if the caller may still see the list. The check does not count
    /// as a use of the session.
    private func endReason() async throws -> End? {
        guard !dispatcher.services.streams.isClosed else { return .serverStops }
        switch try await dispatcher.services.identity.check(principal, at: .now) {
        case .caller(let now):
            if now.isLocked { return .sessionLocked }
            guard now == principal else { return .forbidden }
        case .expired, .ended, .invalid, .invalidProof: return .sessionEnded
        }
        guard let area = EndpointAreas(call.operation).area(for: principal) else { return nil }
        return try await dispatcher.services.identity.isOpen(area, to: principal) ? nil : .forbidden
    }

    private func finish(_ reason: End) async throws {
        try await writer.write(Array("event: end\ndata: {\"reason\":\"\(reason.rawValue)\"}\n\n".utf8))
    }
}

extension Dispatcher {
    /// Opens a stream of a list's changes; 503 if the session, the account or the loop has too many streams.
    func openStream(_ query: @escaping Query, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        guard services.streams.mayOpen(for: OpenStreams.Owner(principal)) else {
            return .problem(.unavailable(retryAfter: Self.retryOfPolls))
        }
        do throws(LogFailure<Problem>) { _ = try await makeDocumentQuery(query, call, principal) } catch {
            return answerLogFailure(error, call)
        }
        let dispatcher = LoopBound(self, on: services.loop)
        return .eventStream { writer in
            let here = dispatcher.value
            let stream = EventStream(here, query, call, principal, to: writer)
            _ = try await here.services.streams.hold(for: OpenStreams.Owner(principal)) { try await stream.run() }
        }
    }
}

extension ServerCall {
    /// Whether the client prefers a stream of events to JSON.
    var wantsStream: Bool {
        guard request.method == .get, let accept = request.headers["accept"] else { return false }
        return AcceptedMedia(accept).prefers(Operation.eventStream, to: "application/json")
    }
}
