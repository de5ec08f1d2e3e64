import EventLoop

/// The services of a started server.
struct StartedServices: Sendable {
    let services: [LoopServices]
    let following: Following
    let heartbeat: Heartbeat
    let chain: ChainKeeper
    let background: BackgroundWork

    func close() async {
        await background.stop()
        try? await services[0].loop.run {
            await heartbeat.stop()
            await following.stop()
        }
        for service in services { try? await service.loop.run { await service.close() } }
        // Last: it chains the final events of the others.
        await chain.stop()
    }
}
