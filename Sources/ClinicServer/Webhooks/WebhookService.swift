import EventLoop
import WebhookClient

/// The part of a server that sends the messages of webhooks: the worker, and the HTTP client with its thread.
struct WebhookService: Sendable {
    private let worker: LoopBound<WebhookWorker>
    private let client: WebhookClient

    static func start(_ services: LoopBound<LoopServices>) async throws -> WebhookService {
        try await services.run { services in
            let client = try WebhookClient(services.shared.webhooks)
            let worker = WebhookWorker(services) { await client.send($0) }
            worker.start()
            return WebhookService(worker: LoopBound(worker, on: services.loop), client: client)
        }
    }

    /// Stops sending the messages of webhooks, and interrupts the attempts in progress. Another server, or this server
    /// after its next start, repeats them.
    func stop() async {
        await client.stop()
        try? await worker.run { await $0.stop() }
    }
}
