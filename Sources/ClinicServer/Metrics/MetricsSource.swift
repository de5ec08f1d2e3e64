import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identity
import Metrics
import Projections

/// Collects the metrics of the process, its loops and the database.
final class MetricsSource {
    /// The sources of metrics that exist before the server is ready: the process and its loops.
    struct Process: Sendable {
        let loops: [EventLoop]
        let servers: [HTTPServer]
        let shared: SharedServices
        let startedAt: Instant
        /// The commit that the program was built from.
        let commit: String?
    }

    private let loop: EventLoop
    private let process: Process
    /// Each loop's `LoopServices`; empty until the server serves requests.
    var services: [LoopBound<LoopServices>] = []
    var background: BackgroundWork?
    private var probe: Deadline?
    private var isProbing = false

    private static let probesEvery = Duration.seconds(1)
    private static let patience = Duration.seconds(1)

    init(on loop: EventLoop, _ process: Process) {
        self.loop = loop
        self.process = process
    }

    /// Collects the present metrics and returns them as a page for Prometheus.
    func page() async -> [UInt8] {
        var readings: [LoopReading] = []
        for loop in process.loops {
            let servers = process.servers.filter { $0.loop === loop }
            let services = services.first { $0.loop === loop }
            // The metrics of a loop that is stopping cannot be read. They are omitted from the page.
            guard let reading = try? await loop.run({ LoopReading(loop, servers: servers, services: services?.value) })
            else {
                continue
            }
            readings.append(reading)
        }
        var page = MetricsPage(readings)
        page.addProcess(ProcessUsage.now, since: process.startedAt)
        page.addBuild(process.commit)
        page.addReadiness(
            process.shared.readiness, hashes: process.shared.identity.hashesComputed,
            isFollowing: process.shared.views.isInStep)
        page.addFeeds(await feeds())
        page.addWriteHealth(process.shared.writes, isFailingToStore: process.shared.log.storage.isFailing)
        page.addAsyncProjections(await projectionLags(), leases: await background?.leasesHeld ?? [:])
        page.addOutbox(await outbox())
        page.addUnreadableEvents(process.shared.log.unreadable.all)
        page.addSecurityEvents(process.shared.securityEvents.all)
        page.addProjectionAudit(process.shared.projectionAudit.reading)
        return page.bytes
    }

    /// The number of clinics, events and unchained events; `nil` if the server is still starting, or if PostgreSQL does
    /// not answer.
    private func feeds() async -> FeedReading? {
        guard let first = services.first else { return nil }
        let feeds = process.shared.feeds
        return try? await first.run { try await feeds.value(from: $0.reads, within: Self.patience) }
    }

    private func outbox() async -> OutboxReading? {
        guard let first = services.first else { return nil }
        let outbox = process.shared.outbox
        return try? await first.run { try await outbox.value(from: $0.reads, within: Self.patience) }
    }

    private func projectionLags() async -> [ProjectionLag] {
        guard let first = services.first else { return [] }
        let lags = process.shared.projectionLags
        return (try? await first.run { try await lags.value(from: $0.reads, within: Self.patience) }) ?? []
    }

    /// Sends a task to each loop every second, and measures how long the task waits for its turn.
    func beginProbing() {
        isProbing = true
        probeNow()
    }

    func endProbing() {
        isProbing = false
        probe?.cancel()
    }

    private func probeNow() {
        guard isProbing else { return }
        for service in services {
            let since = NanosecondClock.now
            service.execute { $0.metrics.lagged(since: since) }
        }
        probe = loop.schedule(after: Self.probesEvery) { [self] in probeNow() }
    }
}
