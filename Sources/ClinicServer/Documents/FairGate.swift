import EventLoop
import Identifiers
import PostgresClient

/// Admits a limited number of requests at a time. Clinics with waiting requests take turns, so a clinic with many
/// requests delays mainly its own.
package final class FairGate {
    private let loop: EventLoop
    private let room: Int
    private let waitingRoom: Int
    private let patience: Duration
    private var inside = 0
    private var waiting = FairQueue<UUIDBytes, GateWaiter>()

    /// The number of requests that wait until it is their clinic's turn.
    package var waitingCount: Int { waiting.count }

    /// A gate at which clinics take turns, for the requests of one loop.
    ///
    /// - Parameters:
    ///   - waitingRoom: the maximum number of waiting requests.
    ///   - patience: the longest wait.
    package init(on loop: EventLoop, room: Int, waitingRoom: Int, patience: Duration) {
        self.loop = loop
        self.room = room
        self.waitingRoom = waitingRoom
        self.patience = patience
    }

    /// Waits until the gate admits one more request of the clinic. The caller must call `leave` when the request has
    /// ended.
    ///
    /// - Throws: `busy` if too many requests wait and no clinic has more of them than this one; `timedOut` after the
    ///   longest wait; `cancelled` if the task is cancelled.
    package func enter(_ clinic: UUIDBytes) async throws(PostgresError) {
        loop.preconditionCurrent()
        guard inside >= room else {
            inside += 1
            return
        }
        let waiter = GateWaiter()
        waiting.append(waiter, in: clinic)
        if waiting.count > waitingRoom { waiting.popLastOfLongest()?.end(.failure(.busy)) }
        let over = loop.schedule(after: patience) { self.give(up: waiter, of: clinic, .timedOut) }
        let answer = await loop.withCancellation {
            await waiter.answer()
        } onCancel: {
            self.give(up: waiter, of: clinic, .cancelled)
        }
        over.cancel()
        try answer.get()
    }

    package func leave() {
        if let next = waiting.popFirst() { next.end(.success(())) } else { inside -= 1 }
    }

    private func give(up waiter: GateWaiter, of clinic: UUIDBytes, _ error: PostgresError) {
        guard !waiter.isOver else { return }
        waiting.remove(in: clinic) { $0 === waiter }
        waiter.end(.failure(error))
    }
}

/// A request that waits at the gate until it is its clinic's turn.
private final class GateWaiter {
    private var continuation: CheckedContinuation<Result<Void, PostgresError>, Never>?
    private var end: Result<Void, PostgresError>?

    var isOver: Bool { end != nil }

    func answer() async -> Result<Void, PostgresError> {
        await withCheckedContinuation { continuation in
            if let end { continuation.resume(returning: end) } else { self.continuation = continuation }
        }
    }

    func end(_ end: Result<Void, PostgresError>) {
        self.end = end
        continuation?.resume(returning: end)
        continuation = nil
    }
}
