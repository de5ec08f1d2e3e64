import Identifiers
import Synchronization

/// A signal to the asynchronous projections of this process that they should fold a clinic's new events immediately,
/// instead of collecting more events first.
package final class CatchUpSignal: Sendable {
    private let listener = Mutex<(@Sendable (UUIDBytes) -> Void)?>(nil)

    package func whenCalled(_ act: (@Sendable (UUIDBytes) -> Void)?) { listener.withLock { $0 = act } }

    package func call(for clinic: UUIDBytes) { listener.withLock { $0 }?(clinic) }
}
