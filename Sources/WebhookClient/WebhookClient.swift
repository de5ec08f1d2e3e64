import CCurl
import EventLoop
import Synchronization

/// Sends requests to the receivers of webhooks, on a thread of its own. A receiver that does not answer delays no
/// requests to other receivers.
///
/// Each attempt looks up the receiver's host name once. A socket is connected only to an address that was checked. No
/// redirect is followed, no proxy is used, and the answer's body is dropped.
public final class WebhookClient: Sendable {
    private let limits: WebhookLimits
    private let queue: TransferQueue
    private let thread: WorkerPool

    /// Starts the webhook client's thread.
    ///
    /// - Throws: `SystemError` if the thread or curl cannot be started.
    public init(_ limits: WebhookLimits = WebhookLimits()) throws(SystemError) {
        self.limits = limits
        let queue = try TransferQueue()
        self.queue = queue
        thread = try WorkerPool(threads: 1, queueLimit: 1, name: "webhooks")
        let thread = thread
        Task.detached {
            try? await thread.run { TransferLoop(queue, limits).run() }
            // The thread of the webhook client refuses a request at once only if the client is stopped already.
            queue.close()
        }
    }

    /// Sends a request to a webhook's receiver, and returns when its outcome is known, at the latest after the time
    /// limit.
    public func send(_ request: WebhookRequest) async -> WebhookOutcome {
        await withCheckedContinuation { continuation in
            let isTaken = queue.add(
                TransferQueue.Item(request: request) { continuation.resume(returning: $0) }, atMost: limits.mostRequests
            )
            if !isTaken { continuation.resume(returning: .failed(.interrupted)) }
        }
    }

    /// Ends all requests to webhooks' receivers as interrupted, and waits until the client's thread has ended.
    public func stop() async {
        queue.close()
        await thread.stop()
    }
}
