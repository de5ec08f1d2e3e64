import PostgresClient
import Identifiers
import SQL

/// A refresh token as it was found, with its session.
private struct PresentedToken {
    let session: UUIDBytes
    let membership: Membership
    let account: UUIDBytes
    let device: String
    let sessionEnded: Bool
    let locked: Bool
    let generation: Int32
    let newestGeneration: Int32
    let expiresAt: Timestamp
    let rotatedAt: Timestamp?

    init(_ row: Row) throws(PostgresError) {
        session = try row.uuid(0)
        membership = Membership(clinic: try row.uuid(1), role: try row.text(3), subject: try row.uuid(4))
        account = try row.uuid(2)
        device = try row.text(5)
        sessionEnded = try row.bool(6)
        locked = try row.bool(7)
        generation = try row.int32(8)
        expiresAt = try row.timestamp(9)
        rotatedAt = try row.optionalTimestamp(10)
        newestGeneration = try row.int32(11)
    }

    enum Use { case rotate, repeatChild, reused, dead }

    /// What a token may do now: the newest is rotated; its immediate parent, within the grace and from the same device,
    /// gets the same child; any other known token is a copy in somebody else's hands.
    func use(from device: String?, at now: Timestamp) -> Use {
        if sessionEnded || expiresAt <= now { return .dead }
        guard let rotatedAt else { return .rotate }
        let inGrace = now.seconds - rotatedAt.seconds <= RefreshToken.grace
        let sameDevice = device == nil || device == self.device
        return generation == newestGeneration - 1 && inGrace && sameDevice ? .repeatChild : .reused
    }
}

extension Identity {
    /// The next pair of tokens.
    ///
    /// - Parameter device: what the client says its device is; a copy used elsewhere gives itself away.
    func refresh(_ text: String, device: String?, at now: Timestamp) async throws -> Tokens {
        guard let token = RefreshToken(text) else { throw Refusal.invalidRefreshToken }
        let child = token.successor(shared.pepper)
        let presented: PresentedToken? = try await transaction { connection in
            guard let row = try await connection.perform([SessionStore.presented(token)])[0].first else { return nil }
            let presented = try PresentedToken(row)
            switch presented.use(from: device, at: now) {
            case .rotate:
                _ = try await connection.perform([
                    SessionStore.markRotated(token, at: now),
                    SessionStore.addToken(
                        child, session: presented.session, generation: presented.generation + 1, at: now),
                ])
            case .repeatChild: break
            case .reused:
                _ = try await connection.perform(
                    SessionStore.end(presented.session, reason: "refresh_reuse", at: now))
                shared.sessions.forget(presented.session)
                return nil
            case .dead: return nil
            }
            return presented
        }
        guard let presented else { throw Refusal.invalidRefreshToken }
        return try await tokens(
            session: presented.session, membership: presented.membership, account: presented.account,
            device: presented.device, refreshToken: child, locked: presented.locked, at: now)
    }
}
