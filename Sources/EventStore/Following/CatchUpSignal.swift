import Identifiers
import Synchronization

/// Asks the running asynchronous projections to fold immediately instead of collecting more events.
package final class CatchUpSignal: Sendable {
    private let listener = Mutex<(@Sendable (UUIDBytes) -> Void)?>(nil)

    package func whenCalled(_ act: (@Sendable (UUIDBytes) -> Void)?) { listener.withLock { $0 = act } }

    package func call(for clinic: UUIDBytes) { listener.withLock { $0 }?(clinic) }
}
