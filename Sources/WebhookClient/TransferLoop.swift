import CCurl

/// The work of a webhook client's thread: it starts transfers, lets curl work on them, and reports their outcomes.
@safe final class TransferLoop {
    private let queue: TransferQueue
    private let limits: WebhookLimits
    private var running: [Int: Transfer] = [:]
    /// The longest time in milliseconds for which the thread waits for curl's sockets. curl wakes up earlier for its
    /// own timers, and if a request is added.
    private static let pause: Int32 = 1_000

    init(_ queue: TransferQueue, _ limits: WebhookLimits) {
        self.queue = queue
        self.limits = limits
    }

    /// Runs until the queue of the webhook client is closed. Transfers that are not finished then are interrupted.
    func run() {
        while let items = queue.take() {
            for item in items { start(item) }
            var left: Int32 = 0
            unsafe _ = curl_multi_perform(queue.transfers, &left)
            reportEnded()
            unsafe _ = curl_multi_poll(queue.transfers, nil, 0, Self.pause, nil)
        }
        for transfer in running.values {
            unsafe transfer.leave(queue.transfers)
            queue.ended()
            transfer.interrupt()
        }
        running = [:]
    }

    private func start(_ item: TransferQueue.Item) {
        guard let transfer = Transfer(item.request, limits, report: item.report),
            unsafe transfer.join(queue.transfers)
        else {
            queue.ended()
            return item.report(.failed(.interrupted))
        }
        running[transfer.key] = transfer
    }

    private func reportEnded() {
        var code = CURLE_OK
        while let handle = unsafe chairside_curl_ended(queue.transfers, &code) {
            guard let transfer = running.removeValue(forKey: Int(bitPattern: handle)) else { continue }
            unsafe transfer.leave(queue.transfers)
            queue.ended()
            transfer.end(code)
        }
    }
}
