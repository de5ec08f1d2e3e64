import Endpoints
public import EventSourcing
import EventLoop

extension Identity {
    /// The key that a new session is to be bound to; `nil` where the client brings no proof.
    ///
    /// - Throws: `Refusal.invalidProof` for one that is not good for this request.
    func boundKey(_ request: ProofRequest, at now: Instant) throws -> [UInt8]? {
        guard request.proof != nil else { return nil }
        guard let proof = Proof(request, token: nil, at: now), shared.spentProofs.spend(proof, at: now) else {
            throw Refusal.invalidProof
        }
        return proof.thumbprint
    }

    /// Who calls with a token that is bound to a key (`Authorization: DPoP …`).
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(
        _ bytes: ArraySlice<UInt8>, bound request: ProofRequest, at now: Instant
    ) async throws -> Authentication {
        guard let token = await verifiedToken(bytes), let key = token.boundKey else { return .invalid }
        guard let proof = Proof(request, token: bytes, at: now), proof.thumbprint == key,
            shared.spentProofs.spend(proof, at: now)
        else { return .invalidProof }
        return try await standing(of: token, at: now)
    }
}
