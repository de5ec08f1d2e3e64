import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identity

/// Refuses a request with `Expect: 100-continue` before the client sends the body, if the refusal is already certain.
extension Dispatcher {
    /// Runs the checks of a request that do not need its body. They concern the path, the method, the rate, the
    /// session, the role and the body's media type.
    func foresee(_ request: HTTPRequest) -> Prospect {
        guard case .found(let index, let arguments) = router.match(Method(request.method), request.pathBytes) else {
            return prospect(of: answer(request))
        }
        let peer = services.proxies.client(of: request)
        // A request with `Expect: 100-continue` is counted against the rate limit twice: before the client sends the
        // body, and when the request is performed.
        if let notice = services.shared.rates.ofNetwork(peer, at: services.loop.now), notice.isRefusal {
            return .refused(notice.refusal)
        }
        let endpoint = endpoints[index]
        func verdict(_ principal: Principal?) -> Problem? {
            if let principal, !access.admits(principal.role) { return Problem(.forbidden) }
            do throws(Problem) {
                let tokens = try browserTokens(request, endpoint.operation)
                return endpoint.refusalWithoutBody(invocation(request, arguments, principal, from: peer, tokens))
            } catch { return error }
        }
        guard endpoint.operation.requiresAuthentication else { return prospect(refusal: verdict(nil)) }
        guard let field = request.headers.bytes("authorization") else { return prospect(refusal: .unauthenticated) }
        // A proof of possession can be used only once. So it is not checked before the client sends the body, but when
        // the request is performed.
        guard let token = BearerField.token(in: field) else { return .mayContinue }
        let now = Instant(secondsSince1970: request.receivedAt)
        if let known = services.identity.authenticateAtOnce(token, at: now) { return prospect(of: known, verdict) }
        return .later { [services] in
            // If the caller of a request with `Expect: 100-continue` cannot be authenticated because of an error, the
            // client may send the body. The error will occur again when the request is performed, and is reported then.
            guard let found = try? await services.identity.authenticate(token, at: now) else { return nil }
            guard case .caller(let principal) = found else { return .problem(found.problem ?? .unauthenticated) }
            return verdict(principal).map { .problem($0) }
        }
    }

    private func prospect(of authentication: Authentication, _ verdict: (Principal) -> Problem?) -> Prospect {
        guard case .caller(let principal) = authentication else {
            return prospect(refusal: authentication.problem ?? .unauthenticated)
        }
        return prospect(refusal: verdict(principal))
    }

    private func prospect(refusal problem: Problem?) -> Prospect {
        problem.map { .refused(.problem($0)) } ?? .mayContinue
    }

    private func prospect(of answer: Reply) -> Prospect {
        switch answer {
        case .now(let response): .refused(response)
        case .later(let work): .later(work)
        }
    }
}
