import Clinic
import EventLoop

/// All services of a server that has started, on all loops.
struct StartedServices: Sendable {
    let services: [LoopBound<LoopServices>]
    let following: LoopBound<Following>
    let heartbeat: LoopBound<Heartbeat>
    let timed: LoopBound<TimedSteps>
    let notifications: LoopBound<NotificationWorker>
    let fileSweep: LoopBound<FileSweep>?
    let webhooks: WebhookService
    let chain: LoopBound<ChainKeeper>
    let background: BackgroundWork

    func close() async {
        await background.stop()
        try? await timed.run { await $0.stop() }
        try? await notifications.run { await $0.stop() }
        await webhooks.stop()
        try? await fileSweep?.run { await $0.stop() }
        try? await heartbeat.run { await $0.stop() }
        try? await following.run { await $0.stop() }
        for service in services { try? await service.run { await $0.close() } }
        // The service that extends the hash chains stops last, since it chains the final events of the other services.
        try? await chain.run { await $0.stop() }
        await chain.loop.stop()
    }
}
