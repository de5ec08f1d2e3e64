import Identifiers
import PostgresEventLog

/// Lets so many in at a time. Of those who have to wait, clinics take turns: one that asks for much waits for itself.
///
/// Touched on one loop alone, hence `@unchecked Sendable`.
package final class FairGate: @unchecked Sendable {
    private let room: Int
    private var inside = 0
    private var waiting = FairQueue<UUIDBytes, CheckedContinuation<Void, Never>>()

    /// How many wait.
    package var waitingCount: Int { waiting.count }

    package init(room: Int) { self.room = room }

    /// Returns when there is room, which `leave` gives back.
    package func enter(_ clinic: UUIDBytes) async {
        guard inside >= room else {
            inside += 1
            return
        }
        await withCheckedContinuation { continuation in
            // The task may have gone round the loop on its way here.
            if inside < room {
                inside += 1
                continuation.resume()
            } else {
                waiting.append(continuation, in: clinic)
            }
        }
    }

    package func leave() {
        if let next = waiting.popFirst() { next.resume() } else { inside -= 1 }
    }
}
