public import Endpoints
public import EventSourcing
import EventLoop
import PostgresClient

extension Identity {
    /// The present result of authentication for a caller who holds a stream open. Unlike a request, this check does not
    /// count as a use of the session, since a stream on an unattended screen must not prevent the session from locking.
    ///
    /// - Throws: `PostgresError`.
    public func check(_ principal: Principal, at now: Instant) async throws -> Authentication {
        loop.preconditionCurrent()
        let known = shared.sessions.find(principal.session).record?.standing(at: now)
        if let known, let answer = known.answer(principal) { return answer }
        guard let row = try await pool.perform(SessionStore.check(principal.session, at: now)).first else {
            return .ended
        }
        let standing: SessionRecord.Standing =
            try row.bool(1)
            ? .ended
            : row.bool(0)
                ? .locked : row.bool(2) ? .compromised : row.bool(3) ? .unenrolled : row.bool(4) ? .background : .open
        return standing.answer(principal) ?? .ended
    }
}
