public import EventSourcing
import EventLoop
public import Identifiers
import Endpoints
import PostgresClient
import SQL

/// The use of a paired tablet: by staff who sign in, or by patients who check in.
enum TabletScope: String, CaseIterable, Sendable {
    /// Staff sign in on the tablet by PIN.
    case staff
    /// Patients check themselves in on the tablet.
    case kiosk
}

/// A tablet at which patients check themselves in.
public struct Kiosk: Hashable, Sendable {
    public let clinic: UUIDBytes
    public let tablet: UUIDBytes
}

extension Identity {
    /// Finds the kiosk of a tablet's token.
    ///
    /// - Throws: 401 if the token is not valid, or if the tablet is not a kiosk.
    public func kiosk(_ text: String) async throws -> Kiosk {
        guard let token = TabletToken(text) else { throw Problem.unauthenticated }
        do {
            return Kiosk(clinic: try await tablet(token, for: .kiosk).clinic, tablet: token.id)
        } catch is IdentityRejection { throw Problem.unauthenticated }
    }

    /// Counts a patient's try to check in at a kiosk.
    ///
    /// - Returns: whether the patient may try now; `false` after too many failures.
    public func countTry(at kiosk: Kiosk, at now: Instant) async throws -> Bool {
        try await pool.perform(tries(at: kiosk).count(at: now)).first?.bool(0) == true
    }

    /// Takes back the last try to check in at a kiosk, since the try succeeded. Earlier failures stay counted.
    public func takeTryBack(at kiosk: Kiosk) async throws {
        _ = try await pool.perform(tries(at: kiosk).takeOneBack)
    }

    private func tries(at kiosk: Kiosk) -> AttemptBucket {
        AttemptBucket(.kiosk, [kiosk.tablet.text], shared.pepper)
    }
}

extension AttemptRule {
    /// The limit of failed check-ins at a kiosk. It slows down a person who tries the birth dates of others. Ten
    /// failures are free, because patients mistype their own data.
    fileprivate static let kiosk = AttemptRule(kind: "kiosk", free: 10, forgetsAfter: 60, longestWait: 300)
}
