import Endpoints
import EventLoop
import HTTPServer
import Metrics

/// What one loop counts of its requests.
///
/// Touched on its loop alone, hence `@unchecked Sendable`; who wants to know comes there and takes a copy of `counts`.
final class LoopMetrics: @unchecked Sendable {
    private(set) var counts = LoopCounts()
    private var authenticationSampler = Sampler()
    /// For traces and spans: to tell them apart, not to keep them secret.
    private var ids = SeededGenerator(seed: .random(in: 0 ... .max))

    /// Notes that a request has come.
    func begin(_ request: HTTPRequest) -> Visit {
        var visit = Visit(since: NanosecondClock.now, trace: .new(using: &ids))
        if let field = request.headers.bytes("traceparent"), request.headers.count(of: "traceparent") == 1,
            let given = TraceContext(field)
        {
            visit.trace = given.next(using: &ids)
            visit.isContinued = true
        }
        return visit
    }

    /// Notes that it is answered, and tells the client of the trace if it has one, or where the log may say more.
    func end(_ visit: Visit, _ response: inout HTTPResponse) {
        let duration = NanosecondClock.now &- visit.since
        counts.operations[visit.operation].answers.count(.init(response.status))
        if visit.mayBeHeld {
            counts.holding.record(duration)
        } else {
            counts.operations[visit.operation].durations.record(duration)
        }
        if visit.isContinued || response.status.code >= 500 {
            response.fields.append("traceresponse", visit.trace.text)
        }
    }

    func limited(by limit: RateLimits.Kind) { counts.limited.count(limit) }

    /// When an authentication begins, where it is to be measured.
    func beginAuthentication() -> UInt64? { authenticationSampler.picks() ? NanosecondClock.now : nil }

    func endAuthentication(_ since: UInt64?) {
        if let since { counts.authenticating.record(NanosecondClock.now &- since) }
    }

    func hasRead(since: UInt64) { counts.reading.record(NanosecondClock.now &- since) }

    func askedReplica(_ outcome: ReplicaOutcome) { counts.replicaReads.count(outcome) }

    func ended(_ outcome: CommandOutcome) { counts.commands.count(outcome) }

    /// Notes how long a piece of work waited for its turn.
    func lagged(since: UInt64) { counts.lag.record(NanosecondClock.now &- since) }
}

/// A request on its way, for those who count.
struct Visit: Sendable {
    let since: UInt64
    var trace: TraceContext
    /// The trace is the client's.
    var isContinued = false
    /// Among `ServerAPI.endpoints`, or behind them where there is none such.
    var operation = LoopCounts.noOperation
    /// The client would rather wait: how long it does says nothing of the server.
    var mayBeHeld = false
}
