import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Health
import Identifiers
import Identity

/// The caller of a request about health samples: the person's account, and the paired client that sent the request.
struct HealthCaller: Sendable {
    let account: UUIDBytes
    /// The paired client; `nil` if the person's own session sent the request.
    let client: UUIDBytes?
    /// Whether the person's session is locked. A paired client is never locked.
    let isLocked: Bool
}

extension LoopServices {
    /// Finds the person by the token of a paired client, or by an access token of the person. A paired client may send
    /// 60 requests a minute, and so may a person's own sessions together.
    ///
    /// - Throws: 401 if the token is not valid; 429 if there were too many requests.
    func healthCaller(_ token: String, _ call: ServerCall) async throws -> HealthCaller {
        if Identity.isPairedClientToken(token) {
            let caller = try await identity.pairedCaller(token, at: call.now)
            return HealthCaller(account: caller.account, client: caller.client, isLocked: false)
        }
        let found = try await authenticate(token, call)
        guard case .caller(let principal) = found else { throw found.problem ?? .unauthenticated }
        // A restricted session may not use health samples. The only exception is a session that is restricted to
        // background work.
        guard principal.restriction == nil || principal.restriction == .background else {
            throw Problem.unauthenticated
        }
        if let wait = shared.healthRates.count(principal.account, at: loop.now).retryAfter {
            throw Problem.tooManyRequests(retryAfter: wait)
        }
        return HealthCaller(account: principal.account, client: nil, isLocked: principal.isLocked)
    }

    /// Authenticates an access token. A token that is bound to a key needs a proof of possession (RFC 9449).
    private func authenticate(_ token: String, _ call: ServerCall) async throws -> Authentication {
        let (bytes, headers) = (Array(token.utf8)[...], call.request.headers)
        guard BoundField.token(in: headers.bytes("authorization") ?? []) != nil, headers.count(of: "dpop") == 1 else {
            return try await identity.authenticate(bytes, at: call.now)
        }
        let proof = ProofRequest(
            proof: headers.bytes("dpop"), method: call.request.method.rawValue, path: call.request.pathBytes)
        return try await identity.authenticate(bytes, bound: proof, at: call.now)
    }

    /// Answers a request for health samples.
    func healthData(
        _ request: HealthDataRequest, for caller: HealthCaller, at now: Instant
    ) async throws -> (status: Int, data: HealthData) {
        guard !request.types.isEmpty else { return (400, .noType) }
        guard request.start <= request.end else {
            return (400, HealthData(.error, "The end of the time is before its start."))
        }
        let query = SampleQuery(
            types: request.types, start: request.start, end: request.end,
            limit: request.limit ?? Health.usualPage, offset: request.offset ?? 0)
        guard !caller.isLocked else { return (423, HealthData(.locked, "The session is locked.")) }
        do {
            switch try await health.samples(query, of: caller.account, by: caller.client, at: now) {
            case .samples(let samples, let hasMore): return (200, HealthData(samples: samples, hasMore: hasMore))
            case .typeNotEnabled:
                return (403, .notEnabled)
            case .locked: return (423, .samplesLocked)
            }
        } catch is HealthError { throw Problem.unavailable() }
    }
}
