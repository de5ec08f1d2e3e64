import EventStore
import HTTPServer
import Metrics
import PostgresClient

extension MetricsPage {
    mutating func addStages(_ http: HTTPStatistics, _ counts: LoopCounts, _ log: EventLogStatistics) {
        page.begin(
            "chairside_stage_duration_seconds", .histogram,
            "Time of each stage of a request. One in sixteen of parse, authenticate and write is measured.")
        let stages = [
            ("parse", http.parsing), ("authenticate", counts.authenticating), ("read", counts.reading),
            ("load", log.loading), ("decide", log.deciding), ("queue", log.queueing), ("append", log.appending),
            ("commit", log.committing), ("write", http.writing),
        ]
        for (stage, histogram) in stages { page.sample(histogram, .seconds, [("stage", stage)]) }
    }

    mutating func addCommands(_ log: EventLogStatistics, _ commands: Tally<CommandOutcome>, waiting: Int) {
        page.begin("chairside_commands_total", .counter, "Commands received over HTTP, by outcome.")
        for outcome in CommandOutcome.allCases { page.sample(commands[outcome], [("outcome", outcome.label)]) }
        counter(
            "chairside_command_races_total",
            "Commands decided again because another command changed what they had read.", UInt64(log.races))
        counter("chairside_events_appended_total", "Events that this server appended.", UInt64(log.events))
        page.begin("chairside_append_batches_total", .counter, "Batches, by how they were sent.")
        page.sample(log.optimistic, [("way", "optimistic")])
        page.sample(log.batches - log.optimistic, [("way", "locking")])
        page.sample(log.overtaken, [("way", "overtaken")])
        page.sample(log.abortedBatches, [("way", "aborted")])
        page.begin("chairside_append_batch_commands", .histogram, "Commands appended in one batch.")
        page.sample(log.batchSizes, .plain)
        counter(
            "chairside_state_fetches_total", "Decision models read from PostgreSQL because they were not in memory.",
            UInt64(log.fetches))
        gauge("chairside_commands_waiting", "Decided commands that wait to be appended.", waiting)
    }

    mutating func addWaiting(_ loops: [LoopReading.Serving]) {
        gauge("chairside_held_polls", "Held polls.", loops.reduce(0) { $0 + $1.heldPolls })
        gauge(
            "chairside_reads_waiting", "Reads of documents that wait for their clinic's turn.",
            loops.reduce(0) { $0 + $1.readsWaiting })
        gauge(
            "chairside_accesses_waiting", "Accesses to patients' data that are not recorded yet.",
            loops.reduce(0) { $0 + $1.accessesWaiting })
    }

    mutating func addPools(_ loops: [LoopReading.Serving]) {
        func sum(_ name: String, _ value: KeyPath<PostgresPool.Status, Int>) -> Int {
            loops.flatMap(\.pools).filter { $0.name == name }.reduce(0) { $0 + $1.status[keyPath: value] }
        }
        guard let first = loops.first else { return }
        let families: [(StaticString, StaticString, KeyPath<PostgresPool.Status, Int>)] = [
            ("chairside_pool_connections", "Connections that a pool is configured to have.", \.connections),
            ("chairside_pool_connections_open", "Connections that the pool has open.", \.connected),
            ("chairside_pool_connections_lent", "Connections lent to one caller exclusively.", \.lent),
            ("chairside_pool_in_flight", "Statements sent to PostgreSQL and not answered yet.", \.inFlight),
            ("chairside_pool_waiting", "Statements that wait for a connection.", \.waiting),
        ]
        for (name, help, value) in families {
            page.begin(name, .gauge, help)
            for pool in first.pools.map({ $0.name }) { page.sample(sum(pool, value), [("pool", pool)]) }
        }
    }

    mutating func addReplica(_ counts: LoopCounts) {
        page.begin("chairside_replica_reads_total", .counter, "Reads of figures sent to a replica, by outcome.")
        for outcome in ReplicaOutcome.allCases {
            page.sample(counts.replicaReads[outcome], [("outcome", "\(outcome)")])
        }
    }

    mutating func addLag(_ loops: [LoopReading]) {
        page.begin(
            "chairside_loop_lag_seconds", .histogram,
            "Time that work waits for its turn on a loop, measured every second.")
        for loop in loops {
            guard let serving = loop.serving else { continue }
            page.sample(serving.counts.lag, .seconds, [("loop", loop.loop)])
        }
    }
}
