import CLibPQ
import Foundation

/// A request to PostgreSQL to stop the statement that a session runs.
///
/// libpq sends the request over a separate connection and blocks until it is received, so a thread of its own sends it.
///
/// - Note: `@unchecked Sendable` because libpq's cancel object is made to be used from any thread, is never changed,
///   and only `deinit` frees it.
@safe
final class CancelRequest: @unchecked Sendable {
    private let cancel: OpaquePointer

    @unsafe
    init(_ cancel: OpaquePointer) { unsafe self.cancel = unsafe cancel }

    deinit { unsafe PQfreeCancel(cancel) }

    /// Sends the cancel request from another thread.
    ///
    /// - Parameter finished: called on another thread when PostgreSQL has received the request, or could not be
    ///   reached.
    func send(finished: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            var message = [CChar](repeating: 0, count: 256)
            _ = unsafe PQcancel(cancel, &message, Int32(message.count))
            finished()
        }
    }
}
