import Endpoints
public import EventSourcing
import EventLoop

extension Identity {
    /// Checks the proof of possession in a request; `nil` if the request has none. Any client can create a proof, so
    /// `spend` marks it as used only after the request's other credentials were checked.
    ///
    /// - Throws: `IdentityRejection.invalidProof` if the proof is not valid for this request.
    func proof(_ request: ProofRequest, token: String? = nil, at now: Instant) throws -> Proof? {
        guard request.proof != nil else { return nil }
        guard let proof = Proof(request, at: shared.origins, token: token.map { Array($0.utf8)[...] }, at: now) else {
            throw IdentityRejection.invalidProof
        }
        return proof
    }

    /// Records that a proof of possession was used, since each proof is valid only once.
    ///
    /// - Throws: `IdentityRejection.invalidProof` if the proof was used before, or if too many used proofs are kept.
    func spend(_ proof: Proof?, at now: Instant) throws {
        if let proof, !shared.spentProofs.spend(proof, at: now) { throw IdentityRejection.invalidProof }
    }

    /// Authenticates an access token that is bound to a key (`Authorization: DPoP …`).
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(
        _ bytes: ArraySlice<UInt8>, bound request: ProofRequest, at now: Instant
    ) async throws -> Authentication {
        guard let token = await verifiedToken(bytes), let key = token.boundKey else { return .invalid }
        guard let proof = Proof(request, at: shared.origins, token: bytes, at: now), proof.thumbprint == key,
            shared.spentProofs.spend(proof, at: now)
        else { return .invalidProof }
        return try await standing(of: token, at: now)
    }
}
