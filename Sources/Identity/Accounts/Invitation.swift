import EventLoop
public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// The way in which a person receives a token for choosing a password.
public enum InvitationWay: Sendable {
    case mail
    /// The answer contains the token, and the admin with the given account hands it over to the person. If the token
    /// must not be handed over, since the person's account has a password or another role, the person gets a mail
    /// instead.
    case link(by: UUIDBytes)
}

/// The result of an invitation: whether and how its token reaches the invited person.
public enum Invitation: Sendable {
    /// The invitation was or will be mailed.
    case sent
    /// The admin receives the token and hands it over to the person.
    case link(HandedToken)
    /// The invitation was not mailed: there is no mail program, or the address cannot receive mail.
    case notSent
}

/// A token with which a person chooses a password, once.
public struct HandedToken: Sendable {
    public let token: String
    /// The URL of the app's page for choosing a password, with the token; `nil` if the server does not know the page.
    public let url: String?
    public let expiresAt: Instant
}

public struct GrantedAccount: Sendable {
    public let id: UUIDBytes
    /// The result of the invitation; `nil` if a password was given, or no invitation was requested.
    public let invitation: Invitation?
}

extension Identity {
    /// Invites a person by mail, or by a token that an admin hands over.
    ///
    /// - Parameter letter: the mail: an invitation, or a notice to an account whose owner need not choose a password.
    ///   The granting clinic receives the same answer for both, so that it does not learn whether an address has an
    ///   account.
    func invite(
        _ grant: AccountGrant, _ way: InvitationWay, _ account: UUIDBytes, _ email: String, _ letter: OneTimePurpose,
        isUnderWay: Bool, at now: Instant
    ) async throws -> Invitation {
        if case .link(let admin) = way,
            let token = try await hand(email, account, grant.clinic, grant.subject, by: admin, at: now)
        {
            return .link(token)
        }
        if !isUnderWay { try await mailInvitation(email, letter, to: grant.clinic, at: now) }
        return shared.post.program != nil && MailAddress.isAcceptable(email) ? .sent : .notSent
    }

    /// Creates a token for the admin to hand over. The account must have no password, and no role in another clinic or
    /// of another person: otherwise the token's holder could act in that role. If the account has one of these, the
    /// result is `nil`. The requesting account is recorded.
    private func hand(
        _ email: String, _ account: UUIDBytes, _ clinic: UUIDBytes, _ subject: UUIDBytes, by admin: UUIDBytes,
        at now: Instant
    ) async throws -> HandedToken? {
        let (id, purpose) = (newID(at: now), OneTimePurpose.handed)
        let expiresAt = now.adding(seconds: purpose.lifetime)
        let rows = try await pool.perform([
            AccountTurn.changes(account),
            """
            INSERT INTO one_time_token (token_id, purpose, email, account_id, created_at, expires_at, handed_in, handed_by)
            SELECT \(id), \(purpose.rawValue), email, account_id, \(now), \(expiresAt), \(clinic), \(admin)
            FROM account
            WHERE account_id = \(account) AND password_hash IS NULL AND NOT EXISTS (
                SELECT FROM membership
                WHERE membership.account_id = account.account_id AND ended_at IS NULL
                    AND (clinic_id <> \(clinic) OR subject_id <> \(subject)))
            RETURNING token_id
            """,
        ])
        guard !rows[1].isEmpty else { return nil }
        let token = OneTimeToken(id, purpose, email: email, shared.pepper)
        return HandedToken(
            token: token.text, url: shared.links?.url(purpose: "password", token.text), expiresAt: expiresAt)
    }
}
