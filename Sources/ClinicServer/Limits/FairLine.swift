import Endpoints
import Synchronization

/// A fair line for work of all loops of a process: a limited number of places, for which clinics, and within a clinic
/// its persons, take turns.
package final class FairLine: Sendable {
    private let places: Mutex<FairPlaces<LineWaiter>>
    private let patience: Duration

    /// Creates a line without waiters.
    ///
    /// - Parameter patience: the longest wait after which a waiter is still admitted. Its client has then probably gone.
    package init(_ limits: FairPlaces<LineWaiter>.Limits, patience: Duration = .seconds(30)) {
        places = Mutex(FairPlaces(limits))
        self.patience = patience
    }

    package var waiting: Int { places.withLock { $0.waiting } }
    package var isIdle: Bool { places.withLock { $0.isIdle } }

    /// Waits for the sharer's turn, and runs `body` in a place.
    ///
    /// - Throws: the error of `body`; 429 if the person has too much work in the line; 503 if the line or the wait is too
    ///   long, or if the task is cancelled while it waits.
    package func run<Value>(for sharer: Sharer, _ body: () async throws -> Value) async throws -> Value {
        try await enter(sharer)
        defer { leave(sharer) }
        return try await body()
    }

    private func enter(_ sharer: Sharer) async throws {
        let waiter = LineWaiter(until: .now + patience)
        switch places.withLock({ $0.enter(waiter, for: sharer) }) {
        case .admitted: return
        case .refused: throw Problem.tooManyRequests(retryAfter: 2)
        case .waits(let pushedOut):
            pushedOut?.end(.pushedOut)
            let end = await withTaskCancellationHandler {
                await waiter.ended()
            } onCancel: {
                places.withLock { $0.remove(of: sharer) { $0 === waiter } }
                waiter.end(.cancelled)
            }
            switch end {
            case .admitted: return
            case .pushedOut: throw Problem.unavailable(retryAfter: 2)
            case .cancelled: throw Problem.unavailable()
            }
        }
    }

    private func leave(_ sharer: Sharer) {
        let ended = places.withLock { places -> [(LineWaiter, LineWaiter.End)] in
            places.leave(sharer)
            var ended: [(LineWaiter, LineWaiter.End)] = []
            while let (waiter, sharer) = places.next() {
                if waiter.until >= .now {
                    // A waiter that was cancelled at this instant does not take its place.
                    if waiter.admit() { ended.append((waiter, .admitted)) } else { places.leave(sharer) }
                } else {
                    places.leave(sharer)
                    ended.append((waiter, .pushedOut))
                }
            }
            return ended
        }
        for (waiter, end) in ended { waiter.end(end) }
    }
}

/// Work that waits in a fair line.
package final class LineWaiter: Sendable {
    enum End: Sendable { case admitted, pushedOut, cancelled }

    private enum State {
        case new
        case waits(CheckedContinuation<End, Never>)
        /// Admitted, while the continuation is not resumed yet. A cancellation comes too late then.
        case admitted(CheckedContinuation<End, Never>?)
        case ended(End)
    }

    /// The time after which the waiter is not admitted any more.
    let until: ContinuousClock.Instant
    private let state = Mutex(State.new)

    init(until: ContinuousClock.Instant) { self.until = until }

    func ended() async -> End {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> End? in
                switch state {
                case .new: state = .waits(continuation)
                case .admitted: state = .admitted(continuation)
                case .ended(let end): return end
                case .waits: preconditionFailure("a waiter waits once")
                }
                return nil
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Marks the waiter as admitted.
    ///
    /// - Returns: whether it still waited.
    func admit() -> Bool {
        state.withLock { state in
            switch state {
            case .new: state = .admitted(nil)
            case .waits(let continuation): state = .admitted(continuation)
            case .admitted, .ended: return false
            }
            return true
        }
    }

    /// Ends the wait. Only the first end counts.
    func end(_ end: End) {
        let waiting = state.withLock { state -> CheckedContinuation<End, Never>? in
            switch state {
            case .ended: return nil
            case .new:
                state = .ended(end)
                return nil
            case .waits(let continuation):
                state = .ended(end)
                return continuation
            case .admitted(let continuation):
                guard end == .admitted else { return nil }
                state = .ended(end)
                return continuation
            }
        }
        waiting?.resume(returning: end)
    }
}
