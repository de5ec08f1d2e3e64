import Endpoints
import EventLoop
import EventSourcing
import HTTPServer

/// A request with the endpoint that its method and path identify.
struct RoutedRequest: Sendable {
    let request: HTTPRequest
    let peer: SocketAddress?
    let endpoint: Endpoint<ServerAction>
    let areas: EndpointAreas
    let arguments: PathArguments
    let trace: TraceContext
    /// Whether a poll may be held until its view changes.
    let mayWait: Bool

    /// The routed request as a call by the caller `principal`; `nil` stands for a caller that has not been
    /// authenticated.
    func call(by principal: Principal?) -> ServerCall {
        ServerCall(request, endpoint.operation, trace, principal: principal, mayWait: mayWait)
    }
}

/// A request whose operation and caller are known.
struct ServerCall: Sendable {
    let request: HTTPRequest
    let operation: Operation
    let trace: TraceContext
    let principal: Principal?
    let now: Instant
    /// Whether the request may be held until its view changes.
    let mayWait: Bool
    /// The refresh token of a page in a browser; `nil` for all other requests.
    var browserTokens: BrowserTokens?

    init(
        _ request: HTTPRequest, _ operation: Operation, _ trace: TraceContext, principal: Principal?, mayWait: Bool
    ) {
        self.request = request
        self.operation = operation
        self.trace = trace
        self.principal = principal
        self.mayWait = mayWait
        now = Instant(secondsSince1970: request.receivedAt)
    }

    private init(_ call: ServerCall, at now: Instant) {
        request = call.request
        operation = call.operation
        trace = call.trace
        principal = call.principal
        mayWait = false
        browserTokens = call.browserTokens
        self.now = now
    }

    /// A copy of this call with a later time `now`, for an answer such as an event stream that is written over a long
    /// time.
    func later(at now: Instant) -> ServerCall { ServerCall(self, at: now) }
}
