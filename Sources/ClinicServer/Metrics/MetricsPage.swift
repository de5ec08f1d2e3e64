import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Metrics
import Migrations
import Projections

/// The metrics of all loops in Prometheus's text format. `ops/observability.md` explains each of them.
struct MetricsPage {
    var page = Exposition()

    var bytes: [UInt8] { page.bytes }

    init(_ loops: [LoopReading]) {
        var http = HTTPStatistics()
        for loop in loops { http.add(loop.http) }
        addConnections(http, open: loops.reduce(0) { $0 + $1.connections })
        let serving = loops.compactMap(\.serving)
        guard let first = serving.first else { return }
        var counts = first.counts
        for other in serving.dropFirst() { counts.add(other.counts) }
        var log = first.log
        for other in serving.dropFirst() { log.add(other.log) }
        addRequests(counts)
        addStages(http, counts, log)
        addCommands(log, counts.commands, waiting: serving.reduce(0) { $0 + $1.waitingCommands })
        addWaiting(serving)
        addPools(serving)
        addReplica(counts)
        addDeliveries(counts.deliveries)
        addLag(loops)
    }

    mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: Int) {
        page.begin(name, .gauge, help)
        page.sample(value)
    }

    mutating func counter(_ name: StaticString, _ help: StaticString, _ value: UInt64) {
        page.begin(name, .counter, help)
        page.sample(value)
    }

    mutating func addProcess(_ usage: ProcessUsage, since start: Instant) {
        page.begin("process_cpu_seconds_total", .counter, "CPU time in user and system mode.")
        page.sample(seconds: Double(usage.cpuMicroseconds) / 1_000_000)
        gauge("process_resident_memory_bytes", "Resident memory.", usage.residentBytes)
        gauge("process_open_fds", "Open file descriptors.", usage.openDescriptors)
        gauge("process_max_fds", "File descriptors that may be open.", usage.maxDescriptors)
        gauge("process_start_time_seconds", "When the process began, in Unix time.", Int(start.secondsSince1970))
    }

    mutating func addBuild(_ commit: String?) {
        page.begin("chairside_build_info", .gauge, "Always 1. The labels give version and commit.")
        let schema = Migration.all.map(\.number).max() ?? 0
        page.sample(
            1,
            [
                ("version", ProgramVersion.number), ("commit", commit ?? "unknown"), ("api", ServerAPI.version),
                ("schema", "\(schema)"),
            ])
    }

    mutating func addReadiness(_ readiness: Readiness, hashes: Int, isFollowing: Bool) {
        gauge("chairside_ready", "1 if this server serves requests.", readiness.phase == .serving ? 1 : 0)
        gauge(
            "chairside_following", "1 if this server receives notices of other servers' appends.", isFollowing ? 1 : 0)
        counter("chairside_password_hashes_total", "Hashes of passwords and PINs computed.", UInt64(hashes))
    }

    mutating func addFeeds(_ feeds: FeedReading?) {
        gauge("chairside_database_up", "1 if PostgreSQL answered the last check.", feeds == nil ? 0 : 1)
        guard let feeds else { return }
        gauge("chairside_clinics", "Clinics that have a feed.", Int(feeds.clinics))
        gauge("chairside_feed_events", "Events in all clinics' feeds: the sum of their positions.", Int(feeds.events))
        gauge("chairside_chain_lag_events", "Events whose hashes are not chained yet.", Int(feeds.unchained))
    }

    mutating func addWriteHealth(_ health: WriteHealth, isFailingToStore: Bool) {
        gauge(
            "chairside_database_takes_changes",
            "1 if this server's heartbeats can write to the database, and its last append could be stored.",
            health.verdict == .proved && !isFailingToStore ? 1 : 0)
    }

    mutating func addAsyncProjections(_ lags: [ProjectionLag], leases: [String: Int]) {
        page.begin("chairside_async_lag_events", .gauge, "Events that the asynchronous projection has not applied.")
        for lag in lags { page.sample(Int(lag.events), [("table", lag.table)]) }
        page.begin(
            "chairside_async_lag_seconds", .gauge,
            "Age of the oldest event that the asynchronous projection has not applied.")
        for lag in lags { page.sample(Int(lag.seconds), [("table", lag.table)]) }
        page.begin(
            "chairside_async_stopped_clinics", .gauge, "Clinics in which the asynchronous projection has stopped.")
        for lag in lags { page.sample(Int(lag.stoppedClinics), [("table", lag.table)]) }
        page.begin("chairside_async_leases", .gauge, "Leases on slices of the clinics that this server holds.")
        for (table, count) in leases.sorted(by: { $0.key < $1.key }) { page.sample(count, [("table", table)]) }
    }

    mutating func addUnreadableEvents(_ unreadable: [EventPlace]) {
        page.begin("chairside_unreadable_events", .gauge, "1 for each event that cannot be read.")
        for event in unreadable {
            page.sample(
                1, [("clinic", "\(event.clinic)"), ("position", "\(event.position)"), ("type", event.type)])
        }
    }

    mutating func addSecurityEvents(_ counts: [(type: String, count: Int)]) {
        page.begin("chairside_security_events_total", .counter, "Security events that this server reported.")
        for (type, count) in counts { page.sample(count, [("type", type)]) }
    }

    mutating func addProjectionAudit(_ audit: ProjectionAuditFindings.Reading) {
        page.begin(
            "chairside_projection_audit_documents_total", .counter,
            "Documents folded again from their events and compared with the stored ones.")
        for table in audit.tables { page.sample(table.compared, [("table", table.name)]) }
        page.begin(
            "chairside_projection_audit_differences_total", .counter, "Documents found to differ from their events.")
        for table in audit.tables { page.sample(table.found, [("table", table.name)]) }
        page.begin(
            "chairside_projection_audit_differences", .gauge,
            "Differing documents that have not been found correct since.")
        for table in audit.tables { page.sample(table.differing, [("table", table.name)]) }
        counter("chairside_projection_audit_failures_total", "Documents that could not be compared.", audit.failures)
    }
}
