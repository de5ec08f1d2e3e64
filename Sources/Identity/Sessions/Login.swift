import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

struct LoginAttempt: Sendable {
    let email: String
    let password: String
    /// Needed where the account is several things.
    let clinic: UUIDBytes?
    let role: Role?
    /// `nil`: the session is a device of its own.
    let deviceID: String?
    let deviceName: String?

    static let codec = object(
        LoginAttempt.init, field("email", \.email, .string(1...254)), field("password", \.password, .string(1...256)),
        optionalField("clinic_id", \.clinic, .uuid), optionalField("role", \.role, .stringEnum),
        optionalField("device_id", \.deviceID, .deviceID),
        optionalField("device_name", \.deviceName, .string(max: 100))
    ).named("Login")
}

extension Codec where Value == String {
    /// What a client calls the device it runs on, the same for as long as it is installed.
    static var deviceID: Codec {
        .string(min: 1, max: 128, pattern: "^[!-~]*$", detail: "visible ASCII characters") { text in
            text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }
    }
}

extension Identity {
    /// Opens a session. Exactly one hash is computed, whoever asks.
    func login(_ attempt: LoginAttempt, at now: Instant) async throws -> Tokens {
        let email = EmailRules.normalized(attempt.email)
        let rows = try await pool.perform([Account.byEmail(email), Membership.of(email: email)], effect: .reads)
        let account = try rows[0].first.map { try Account($0) }
        let memberships = try rows[1].map { try Membership($0) }
        let matches = try await shared.hashing.verify(Array(attempt.password.utf8), against: account?.passwordHash)
        guard let account, matches else { throw Refusal.wrongCredentials }
        let membership = try choose(memberships, for: attempt)
        let id = newID(at: now)
        let session = SessionStore.New(
            id: id, membership: membership, account: account.id, deviceID: attempt.deviceID ?? Self.device(of: id),
            deviceName: attempt.deviceName ?? "", refreshSecret: randomBytes(32), at: now)
        let opened = try await pool.perform([
            SessionStore.open(session), PINRules.exists(account: account.id, device: session.deviceID),
        ])
        guard !opened[0].isEmpty else { throw Refusal.noSuchMembership }
        let token = RefreshToken(
            session: id, generation: 1, secret: session.refreshSecret, pepper: shared.pepper)
        let holder = TokenHolder(
            session: id, membership: membership, account: account.id, hasPIN: !opened[1].isEmpty, locked: false)
        return try await tokens(holder, token, at: now)
    }

    /// What stands for the device of a session whose client named none.
    static func device(of session: UUIDBytes) -> String { "session:\(session)" }

    private func choose(_ memberships: [Membership], for attempt: LoginAttempt) throws(Refusal) -> Membership {
        let fitting = memberships.filter {
            (attempt.clinic == nil || $0.clinic == attempt.clinic) && (attempt.role == nil || $0.role == attempt.role)
        }
        guard let only = fitting.first else { throw .noSuchMembership }
        guard fitting.count == 1 else {
            throw .membershipAmbiguous(fitting.map { MembershipChoice(clinic: $0.clinic, role: $0.role) })
        }
        return only
    }
}
