import EventLoop
import EventStore
import HTTPServer
import PostgresClient

/// A copy of all counters of one loop, together with the loop's present state, for the metrics.
struct LoopReading: Sendable {
    let loop: String
    var http = HTTPStatistics()
    var connections = 0
    /// The counters and the present state of the loop's services; `nil` while the server starts.
    private(set) var serving: Serving?

    struct Serving: Sendable {
        let counts: LoopCounts
        let log: EventLogStatistics
        let waitingCommands: Int
        let heldPolls: Int
        let accessesWaiting: Int
        let readsWaiting: Int
        let pools: [(name: String, status: PostgresPool.Status)]
    }

    /// Copies the counters of a loop. Call it on the loop only.
    ///
    /// - Parameter servers: the HTTP servers of this loop.
    init(_ loop: EventLoop, servers: [HTTPServer], services: LoopServices?) {
        loop.preconditionCurrent()
        self.loop = loop.name
        for server in servers {
            http.add(server.statistics)
            connections += server.connectionCount
        }
        serving = services.map { services in
            var pools = [(name: "log", status: services.reads.status), ("documents", services.documents.status)]
            if let replica = services.replica { pools.append(("replica", replica.status)) }
            return Serving(
                counts: services.metrics.counts, log: services.log.statistics,
                waitingCommands: services.log.waitingCommands, heldPolls: services.polls.count,
                accessesWaiting: services.accesses.patientsWaiting, readsWaiting: services.documents.waiting,
                pools: pools)
        }
    }
}
