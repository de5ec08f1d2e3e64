import CCurl
import EventLoop
import Glibc
import Synchronization

/// The requests that wait for the thread of a webhook client. Any thread may add a request.
///
/// `@unchecked Sendable`: a mutex guards the state. The pointer to curl's multi handle is set once. curl permits any
/// thread to call `curl_multi_wakeup` with this handle; only the client's thread uses the handle for anything else.
@safe final class TransferQueue: @unchecked Sendable {
    struct Item: Sendable {
        let request: WebhookRequest
        let report: @Sendable (WebhookOutcome) -> Void
    }

    private struct State {
        var waiting: [Item] = []
        /// The number of requests to webhooks' receivers that wait or are being sent.
        var count = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    let transfers: UnsafeMutableRawPointer

    /// curl's global state, which is set up once in a process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() throws(SystemError) {
        guard Self.isReady, let transfers = unsafe curl_multi_init() else {
            throw SystemError(code: -ENOMEM, operation: "curl")
        }
        unsafe self.transfers = unsafe transfers
    }

    deinit { unsafe _ = curl_multi_cleanup(transfers) }

    /// Adds a request to a webhook's receiver. Returns `false` if there are too many requests or the queue is closed.
    func add(_ item: Item, atMost limit: Int) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.count < limit else { return false }
            state.count += 1
            state.waiting.append(item)
            return true
        }
        if isTaken { unsafe _ = curl_multi_wakeup(transfers) }
        return isTaken
    }

    /// The requests to webhooks' receivers that were added since the last call; `nil` if the queue is closed and none
    /// is left.
    func take() -> [Item]? {
        state.withLock { state in
            guard !state.waiting.isEmpty || !state.isClosed else { return nil }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Counts a request to a webhook's receiver as done.
    func ended() { state.withLock { $0.count -= 1 } }

    func close() {
        state.withLock { $0.isClosed = true }
        unsafe _ = curl_multi_wakeup(transfers)
    }
}
