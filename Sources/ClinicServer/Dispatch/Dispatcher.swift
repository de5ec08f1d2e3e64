import Clinic
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identifiers
import Identity
import Logging

/// Takes a request to its answer, on one loop: route, authenticate, authorize, perform.
final class Dispatcher {
    let services: LoopServices
    let endpoints: [Endpoint<ServerAction>]
    let router: Router
    let access: ListenerAccess
    /// The mobile app's areas of each endpoint.
    private let areas: [EndpointAreas]
    let polled: PolledViews
    private var polls = KnownPolls()
    let gzip = GzipEncoder()

    init(_ services: LoopServices, endpoints: [Endpoint<ServerAction>], router: Router, access: ListenerAccess) {
        self.services = services
        polled = PolledViews(on: services.loop)
        self.endpoints = endpoints
        areas = endpoints.map { EndpointAreas($0.operation) }
        self.router = router
        self.access = access
    }

    /// Answers a request, and counts the answer in the metrics.
    func respond(_ request: HTTPRequest) -> Reply {
        var track = services.metrics.begin(request, isFromProxy: services.proxies.trusts(request.peerAddress))
        let compressor = takesCompressed(request) ? self : nil
        switch answer(request, &track) {
        case .now(var response):
            compressor?.compress(&response, for: request)
            services.metrics.end(track, &response)
            return .now(response)
        case .later(let work):
            return .later { [metrics = services.metrics, track] in
                var response = await work()
                compressor?.compress(&response, for: request)
                metrics.end(track, &response)
                return response
            }
        }
    }

    private func answer(_ request: HTTPRequest, _ track: inout RequestTrack) -> Reply {
        let peer = services.proxies.client(of: request)
        let notice = services.rates.ofNetwork(peer, at: services.loop.now)
        if let notice, notice.isRefusal { return refuse(notice) }
        return route(request, from: peer, &track).marked(notice)
    }

    private func refuse(_ notice: RateNotice) -> Reply {
        services.metrics.limited(by: notice.limit)
        return .now(notice.refusal)
    }

    private func route(_ request: HTTPRequest, from peer: SocketAddress?, _ track: inout RequestTrack) -> Reply {
        switch router.match(Method(request.method), request.pathBytes) {
        case .found(let index, let arguments):
            let endpoint = endpoints[index]
            track.operation = index
            track.mayBeHeld = endpoint.operation.isPolled && request.headers.bytes("prefer") != nil
            return respond(
                Routed(
                    request: request, peer: peer, endpoint: endpoint, areas: areas[index], arguments: arguments,
                    trace: track.trace, mayWait: true))
        case .options(let allow): return .now(.options(allow: allow))
        case .methodNotAllowed(let allow): return .now(.problem(.methodNotAllowed(allow: allow)))
        case .notFound: return .now(.problem(.notFound))
        }
    }

    private struct Routed: Sendable {
        let request: HTTPRequest
        let peer: SocketAddress?
        let endpoint: Endpoint<ServerAction>
        let areas: EndpointAreas
        let arguments: PathArguments
        let trace: TraceContext
        /// Whether a poll may be held until its view changes.
        let mayWait: Bool

        func call(_ principal: Principal?) -> ServerCall {
            ServerCall(request, endpoint.operation, trace, principal: principal, mayWait: mayWait)
        }
    }

    private func respond(_ routed: Routed) -> Reply {
        let request = routed.request
        guard routed.endpoint.operation.requiresAuthentication else { return carryOut(routed.call(nil), routed) }
        guard let field = request.headers.bytes("authorization"), request.headers.count(of: "authorization") == 1
        else { return .now(.problem(.unauthenticated)) }
        let now = Instant(secondsSince1970: request.receivedAt)
        guard let token = BearerField.token(in: field) else { return respondIfBound(field, routed, at: now) }
        let since = services.metrics.beginAuthentication()
        if let known = services.identity.authenticateAtOnce(token, at: now) {
            services.metrics.endAuthentication(since)
            return proceed(known, routed)
        }
        return .later { [self] in
            await respond(routed, since) { try await services.identity.authenticate(token, at: now) }
        }
    }

    /// Answers a request whose token is valid only together with a proof of possession.
    private func respondIfBound(_ field: ArraySlice<UInt8>, _ routed: Routed, at now: Instant) -> Reply {
        guard let token = BoundField.token(in: field), routed.request.headers.count(of: "dpop") == 1 else {
            return .now(.problem(.unauthenticated))
        }
        let request = routed.request
        let proof = ProofRequest(
            proof: request.headers.bytes("dpop"), method: request.method.rawValue, path: request.pathBytes)
        let since = services.metrics.beginAuthentication()
        return .later { [self] in
            await respond(routed, since) { try await services.identity.authenticate(token, bound: proof, at: now) }
        }
    }

    private func respond(
        _ routed: Routed, _ since: UInt64?, _ find: () async throws -> Authentication
    ) async -> HTTPResponse {
        do {
            let found = try await find()
            services.metrics.endAuthentication(since)
            switch proceed(found, routed) {
            case .now(let response): return response
            case .later(let answer): return await answer()
            }
        } catch { return failed(error, routed.endpoint.operation, routed.trace) }
    }

    private func proceed(_ authentication: Authentication, _ routed: Routed) -> Reply {
        guard case .caller(let principal) = authentication else {
            return .now(.problem(authentication.problem ?? .unauthenticated))
        }
        guard access.admits(principal.role) else { return .now(.problem(Problem(.forbidden))) }
        // A held poll was counted when it arrived.
        guard routed.mayWait else { return carryOut(routed.call(principal), routed) }
        let notice = services.rates.ofCaller(principal, at: services.loop.now)
        if let notice, notice.isRefusal { return refuse(notice) }
        return carryOut(routed.call(principal), routed).marked(notice)
    }

    /// The answer to a held poll after its wait. The session may have ended or locked meanwhile, so it is authenticated
    /// again. The proof is not checked again, since it can be used once only.
    func respondAgain(_ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        guard case .found(let index, let arguments) = router.match(Method(call.request.method), call.request.pathBytes)
        else { return .problem(.notFound) }
        let routed = Routed(
            request: call.request, peer: nil, endpoint: endpoints[index], areas: areas[index], arguments: arguments,
            trace: call.trace, mayWait: false)
        return await respond(routed, nil) { try await services.identity.authenticate(again: principal, at: call.now) }
    }

    private func carryOut(_ call: ServerCall, _ routed: Routed) -> Reply {
        guard let principal = call.principal, let area = routed.areas.area(for: principal) else {
            return carryOutOpen(call, routed)
        }
        switch isOpen(area, to: principal) {
        case true?: return carryOutOpen(call, routed)
        case false?: return .now(.problem(.areaClosed(area)))
        case nil: break
        }
        return .later { [self] in
            do {
                guard try await services.identity.isOpen(area, to: principal) else {
                    return .problem(.areaClosed(area))
                }
                switch carryOutOpen(call, routed) {
                case .now(let response): return response
                case .later(let answer): return await answer()
                }
            } catch { return failed(error, call.operation, call.trace) }
        }
    }

    private func carryOutOpen(_ call: ServerCall, _ routed: Routed) -> Reply {
        let request = call.request
        if call.operation.isPolled, let principal = call.principal, let poll = polls.poll(request, by: principal) {
            return answer(poll.query, call, principal, poll)
        }
        let invocation = Invocation(
            arguments: routed.arguments, query: request.queryBytes ?? [], body: request.body,
            principal: call.principal, peer: routed.peer?.host
        ) { request.headers.joined($0) }
        do throws(Problem) {
            let prepared = try routed.endpoint.prepare(invocation)
            switch prepared.action {
            case .clinic(.query(let query)):
                guard let principal = call.principal else { return .now(.problem(.unauthenticated)) }
                let poll = call.operation.isPolled ? polls.know(query, request, by: principal) : nil
                return answer(query, call, principal, poll)
            case .clinic(let action): return try carryOut(action, call, key: prepared.idempotencyKey)
            case .work(let work):
                try call.checkConditionsOnWhatIsMade()
                return .later { [self] in await perform(work, call) }
            case .kept(let answer):
                return .now(call.onConditions(of: answer.etag, answer.ok, notModified: answer.notModified))
            }
        } catch { return .now(refused(error, call)) }
    }

    /// Answers a refused call. If the caller's role forbids the call, it is recorded for the clinic's admins.
    func refused(_ problem: Problem, _ call: ServerCall) -> HTTPResponse {
        if problem.status == 403, problem.kind != .sessionLocked, let principal = call.principal {
            // Other paths may contain ids of another clinic, or of nothing.
            let path = problem.kind == .restrictedRecord ? call.request.pathBytes : []
            let ids = path.split(separator: UInt8(ascii: "/")).compactMap {
                UUIDBytes(String(decoding: $0, as: UTF8.self))
            }
            services.identity.security.refused(
                call.operation.id, ids, account: principal.account, clinic: principal.clinic, at: call.now)
        }
        return .problem(problem)
    }

    private func perform(_ work: ServerAction.Work, _ call: ServerCall) async -> HTTPResponse {
        do {
            let answer = try await work(services, call)
            tellOfAccess(call, answer.status)
            guard !answer.body.isEmpty else { return .empty(answer.status) }
            if let mediaType = answer.mediaType { return .document(answer.body, mediaType, as: answer.fileName) }
            if call.operation.isSafe { return call.ok(answer.body, etag: call.etag(answer)) }
            return .json(
                answer.status, answer.body, caching: call.operation.caching, etag: call.etag(answer),
                location: answer.location)
        } catch let problem as Problem {
            tellOfAccess(call, problem.status)
            return refused(problem, call)
        } catch { return failed(error, call.operation, call.trace) }
    }

    /// Logs an event of logins and access for the operator: sign-ins, PINs, grants, exports. Accounts are named by
    /// their ids only.
    private func tellOfAccess(_ call: ServerCall, _ status: Int) {
        guard call.operation.concernsAccess else { return }
        var metadata: Logger.Metadata = [
            "operation": "\(call.operation.id)", "status": "\(status)", "trace": "\(call.trace.traceID)",
            "span": "\(call.trace.spanID)",
        ]
        if let principal = call.principal {
            metadata["account"] = "\(principal.account.text)"
            metadata["clinic"] = "\(principal.clinic.text)"
        }
        services.logger.log(
            level: status < 400 ? .info : .notice, status < 400 ? "access: done" : "access: refused", metadata: metadata
        )
    }

    /// The answer to an unexpected error, with a log line for the operator unless the client caused it.
    func failed(_ error: any Error, _ operation: Operation, _ trace: TraceContext) -> HTTPResponse {
        if let problem = error as? Problem { return .problem(problem) }
        services.logger.warning(
            "request failed",
            metadata: trace.metadata.merging([
                "operation": "\(operation.id)", "error": "\(type(of: error))", "reason": "\(error)",
            ]) { $1 })
        return .problem(.unavailable())
    }
}

/// One request on its way through the server.
struct ServerCall: Sendable {
    let request: HTTPRequest
    let operation: Operation
    let trace: TraceContext
    let principal: Principal?
    let now: Instant
    /// Whether the request may be held until its view changes.
    let mayWait: Bool

    init(
        _ request: HTTPRequest, _ operation: Operation, _ trace: TraceContext, principal: Principal?,
        mayWait: Bool = true
    ) {
        self.request = request
        self.operation = operation
        self.trace = trace
        self.principal = principal
        self.mayWait = mayWait
        now = Instant(secondsSince1970: request.receivedAt)
    }
}

extension Operation {
    fileprivate var concernsAccess: Bool {
        let parts = ["/auth/", "/pin", "/account", "/export", "/sessions", "/second-factor", "/tablets"]
        return (method != .get || path.text.contains("/export")) && parts.contains { path.text.contains($0) }
    }
}
