import Clinic
import Endpoints
import EventLoop
import Identifiers

/// One loop's polls that wait for a change of their view.
package final class HeldPolls {
    private let loop: EventLoop
    private let views: ViewVersions
    private let limit: Int
    /// The places of held polls. A poll keeps its place for as long as its client wants, so one clinic has at most three
    /// quarters of them, and one person a sixteenth.
    private var places: FairPlaces<Never>
    private var held: [ObjectIdentifier: HeldPoll] = [:]
    private var isClosed = false

    /// The held polls of one loop.
    ///
    /// - Parameter limit: the maximum number of held polls. Each one occupies a connection, a task and a deadline.
    package init(on loop: EventLoop, _ views: ViewVersions, limit: Int = 1_000) {
        self.loop = loop
        self.views = views
        self.limit = limit
        places = FairPlaces(
            .init(
                places: limit, ofClinic: limit - limit / 4, ofPerson: max(2, limit / 16), waiters: 0,
                waitersOfPerson: 0))
    }

    package var count: Int {
        loop.preconditionCurrent()
        return held.count
    }

    /// The way in which the wait of a held poll ended.
    package enum Outcome: Equatable, Sendable {
        case waited
        /// The poll was answered at once: the view has another version already, or the process does not know the view's
        /// version, or the server is stopping.
        case notHeld
        /// The poll was answered at once, because too many polls are held already, of the person, of the clinic or in
        /// all.
        case full
    }

    /// Waits until a view's version is no longer `version` or becomes unknown, until `patience` is over, until `close`
    /// is called or until the task is cancelled. Returns at once if the poll cannot be held.
    ///
    /// - Parameter sharer: the person whose poll it is; `nil` for the wait of an event stream, since event streams have
    ///   limits of their own.
    package func wait(
        for view: View, in clinic: UUIDBytes, after version: ViewVersion, atMost patience: Duration,
        by sharer: Sharer? = nil
    ) async -> Outcome {
        loop.preconditionCurrent()
        guard !isClosed else { return .notHeld }
        let poll = HeldPoll()
        let bound = LoopBound(poll, on: loop)
        let watch = views.watch(view, in: clinic, after: version) { bound.execute { $0.end() } }
        guard let watch else { return .notHeld }
        guard held.count < limit, sharer.map({ places.take(for: $0) }) ?? true else {
            views.unwatch(watch, in: clinic)
            return .full
        }
        defer { if let sharer { places.leave(sharer) } }
        held[ObjectIdentifier(poll)] = poll
        let over = loop.schedule(after: patience) { poll.end() }
        await loop.withCancellation {
            await poll.ended()
        } onCancel: {
            poll.end()
        }
        over.cancel()
        views.unwatch(watch, in: clinic)
        held[ObjectIdentifier(poll)] = nil
        return .waited
    }

    /// Ends all held polls. After this call `wait` returns `.notHeld` at once.
    package func close() {
        loop.preconditionCurrent()
        isClosed = true
        for poll in held.values { poll.end() }
    }
}

/// A poll that waits for a change of its view.
private final class HeldPoll {
    private var continuation: CheckedContinuation<Void, Never>?
    private var hasEnded = false

    func ended() async {
        await withCheckedContinuation { continuation in
            if hasEnded { continuation.resume() } else { self.continuation = continuation }
        }
    }

    func end() {
        hasEnded = true
        continuation?.resume()
        continuation = nil
    }
}
