import Endpoints
import EventLoop
import HTTPServer
import Identifiers
import Logging
import Metrics

/// Measures and counts the requests of one loop.
final class LoopMetrics {
    private(set) var counts = LoopCounts()
    private var authenticationSampler = Sampler()
    /// A generator of trace and span ids, which must be distinct but not secret.
    private var ids = SplitMix64(seed: .random(in: 0 ... .max))

    private let requestLog: Logger?

    /// The metrics of one loop.
    ///
    /// - Parameter requestLog: the logger that writes a line for each request; `nil` for none.
    init(requestLog: Logger? = nil) { self.requestLog = requestLog }

    /// Counts an arrived request in the metrics.
    ///
    /// - Parameter isFromProxy: whether the operator trusts what the peer reports about the request.
    func begin(_ request: HTTPRequest, isFromProxy: Bool) -> RequestTrack {
        var track = RequestTrack(since: NanosecondClock.now, trace: .new(using: &ids))
        if let field = request.headers.bytes("traceparent"), request.headers.count(of: "traceparent") == 1,
            let given = TraceContext(field)
        {
            track.trace = given.next(using: &ids)
            track.isContinued = true
        }
        if isFromProxy, let field = request.headers.bytes("x-request-id") {
            track.trace.givenRequestID = RequestID(field)
        }
        track.method = request.method
        return track
    }

    /// Counts the answer to a request. Adds the id of the request's trace to the answer if the client sent a trace, or
    /// if the status is 500 or higher, since a log line may then contain the trace.
    func end(_ track: RequestTrack, _ response: inout HTTPResponse) {
        let duration = NanosecondClock.now &- track.since
        counts.operations[track.operation].answers.count(.init(response.status))
        if track.mayBeHeld {
            counts.holding.record(duration)
        } else {
            counts.operations[track.operation].durations.record(duration)
        }
        if track.isContinued || response.status.code >= 500 {
            response.fields.append("traceresponse", track.trace.text)
        }
        response.requestID = track.trace.requestID
        if let requestLog { log(track, response.status, duration, to: requestLog) }
    }

    /// Logs a request: ids, method, operation, status and duration. The path and the query are left out, since they may
    /// identify a patient.
    private func log(_ track: RequestTrack, _ status: HTTPStatus, _ nanoseconds: UInt64, to requestLog: Logger) {
        var metadata = track.trace.metadata
        metadata["method"] = "\(track.method.rawValue)"
        metadata["operation"] = "\(LoopCounts.names[track.operation])"
        metadata["status"] = "\(status.code)"
        metadata["milliseconds"] = "\(Double(nanoseconds / 10_000) / 100)"
        requestLog.notice("request", metadata: metadata)
    }

    func limited(by limit: RateLimits.Kind) { counts.limited.count(limit) }

    /// Returns the present time if the authentication that begins is chosen for measurement; otherwise `nil`.
    func beginAuthentication() -> UInt64? { authenticationSampler.picks() ? NanosecondClock.now : nil }

    func endAuthentication(_ since: UInt64?) {
        if let since { counts.authenticating.record(NanosecondClock.now &- since) }
    }

    func hasRead(since: UInt64) { counts.reading.record(NanosecondClock.now &- since) }

    func askedReplica(_ outcome: ReplicaOutcome) { counts.replicaReads.count(outcome) }

    func ended(_ outcome: CommandOutcome) { counts.commands.count(outcome) }

    func tried(_ way: DeliveryWay, _ outcome: DeliveryOutcome) { counts.deliveries.count(way, outcome) }

    func ended(_ upload: UploadOutcome) { counts.uploads.count(upload) }

    /// Counts in the metrics a content that was stored, of the given size in bytes.
    func stored(_ size: Int64) {
        counts.uploads.count(.stored)
        counts.uploadedBytes &+= UInt64(size)
    }

    /// Adds to the metrics the time for which a task waited for its turn on the loop.
    func lagged(since: UInt64) { counts.lag.record(NanosecondClock.now &- since) }
}

extension TraceContext {
    /// The ids in log lines about a request: request, trace and span.
    var metadata: Logger.Metadata {
        ["request": "\(requestID)", "trace": "\(traceID)", "span": "\(spanID)"]
    }
}

/// The data about a request in progress that its metrics and log line need.
struct RequestTrack: Sendable {
    let since: UInt64
    var trace: TraceContext
    /// Whether the client, and not this server, started the request's trace.
    var isContinued = false
    var method = HTTPMethod.get
    /// The index of the request's operation in `LoopCounts.names`: `noOperation` if no operation matches, and `console`
    /// for a file of the browser console.
    var operation = LoopCounts.noOperation
    /// Whether the client asks to be answered only after a change. The duration of such a request says nothing about
    /// the server's speed.
    var mayBeHeld = false
}
