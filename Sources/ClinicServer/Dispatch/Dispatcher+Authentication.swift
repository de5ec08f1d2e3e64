import Endpoints
import EventSourcing
import HTTPServer
import Identity

/// Finds the caller of a request by its `Authorization` field.
extension Dispatcher {
    func authenticate(_ routed: RoutedRequest) -> Reply {
        let request = routed.request
        guard routed.endpoint.operation.requiresAuthentication else {
            return prepareAction(routed.call(by: nil), routed)
        }
        guard let field = request.headers.bytes("authorization"), request.headers.count(of: "authorization") == 1
        else { return .now(.problem(.unauthenticated)) }
        let now = Instant(secondsSince1970: request.receivedAt)
        guard let token = BearerField.token(in: field) else { return authenticateWithProof(field, routed, at: now) }
        let since = services.metrics.beginAuthentication()
        if let known = services.identity.authenticateAtOnce(token, at: now) {
            services.metrics.endAuthentication(since)
            return authorize(known, routed)
        }
        return .later { [self] in
            await finishAuthentication(routed, since) { try await services.identity.authenticate(token, at: now) }
        }
    }

    /// Authenticates a request whose token is valid only together with a proof of possession (RFC 9449).
    private func authenticateWithProof(_ field: ArraySlice<UInt8>, _ routed: RoutedRequest, at now: Instant) -> Reply {
        guard let token = BoundField.token(in: field), routed.request.headers.count(of: "dpop") == 1 else {
            return .now(.problem(.unauthenticated))
        }
        let request = routed.request
        let proof = ProofRequest(
            proof: request.headers.bytes("dpop"), method: request.method.rawValue, path: request.pathBytes)
        let since = services.metrics.beginAuthentication()
        return .later { [self] in
            await finishAuthentication(routed, since) {
                try await services.identity.authenticate(token, bound: proof, at: now)
            }
        }
    }

    /// Answers a held poll after its wait. The caller is authenticated again, since the session may have ended or been
    /// locked during the wait. The proof of possession is not checked again, since a proof can be used only once.
    func answerAgain(_ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        guard case .found(let index, let arguments) = router.match(Method(call.request.method), call.request.pathBytes)
        else { return .problem(.notFound) }
        let routed = RoutedRequest(
            request: call.request, peer: nil, endpoint: endpoints[index], areas: areas[index], arguments: arguments,
            trace: call.trace, mayWait: false)
        return await finishAuthentication(routed, nil) {
            try await services.identity.authenticate(again: principal, at: call.now)
        }
    }

    /// Authenticates a request, and answers it.
    ///
    /// - Parameters:
    ///   - since: the time at which the authentication began; `nil` if its duration is not measured.
    ///   - find: finds the caller by the request's token, or again by the principal of a held poll or a command batch.
    ///     Reads the session from PostgreSQL if it is not in memory.
    func finishAuthentication(
        _ routed: RoutedRequest, _ since: UInt64?, _ find: () async throws -> Authentication
    ) async -> HTTPResponse {
        do {
            let found = try await find()
            services.metrics.endAuthentication(since)
            return await authorize(found, routed).response()
        } catch { return answerError(error, routed.endpoint.operation, routed.trace) }
    }
}
