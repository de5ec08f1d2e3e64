import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The purpose of a one-time token.
enum OneTimePurpose: String, Sendable {
    /// The one-time token proves that the e-mail address of an account belongs to the account's owner.
    case verification
    /// A person who has forgotten the password uses the one-time token to choose a new one.
    case password
    /// A person who has no password yet, or only one that a clinic has set, uses the one-time token to choose a
    /// password.
    case invitation
    /// A person uses the one-time token to choose a password. The token was handed over instead of mailed, so it does
    /// not prove the e-mail address.
    case handed
    /// The one-time token proves the e-mail address of an account that will be created.
    case registration
    /// The one-time token cannot be used. Its row is the record of a mail without a token.
    case notice
    /// The one-time token cannot be used. Its row records that a mail with the code for a booking request is to be
    /// sent.
    case booking
    /// With the one-time token, the contact of a plan of check-ins agrees to get mails, or refuses. It can be used again, to
    /// refuse later.
    case contact

    /// The lifetime of a one-time token for the given purpose, in seconds.
    var lifetime: Int64 {
        switch self {
        case .booking: 1800
        case .password: 3600
        case .verification, .registration: 86_400
        case .invitation, .handed, .notice, .contact: 7 * 86_400
        }
    }
}

/// A one-time token. It consists of its row's id and an HMAC of the row, so the row alone is not enough to create it.
struct OneTimeToken: Hashable, Sendable {
    private static let codeBytes = 24

    let id: UUIDBytes
    private let code: [UInt8]

    init(_ id: UUIDBytes, _ purpose: OneTimePurpose, email: String, _ pepper: Pepper) {
        self.id = id
        code = Array(pepper.authenticate(Self.usage, Self.parts(id, purpose, email)).prefix(Self.codeBytes))
    }

    /// Reads a one-time token; `nil` if the text has the wrong form. Only the comparison with its row shows whether it
    /// is valid.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 16 + Self.codeBytes,
            let id = UUIDBytes(bytes: bytes.prefix(16))
        else { return nil }
        self.id = id
        code = Array(bytes[16...])
    }

    var text: String { Base64URL.encode(id.bytes + code) }

    /// Whether two one-time tokens are equal. The comparison takes constant time.
    func isSame(as other: OneTimeToken) -> Bool {
        let difference = zip(code, other.code).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return id == other.id && code.count == other.code.count && difference == 0
    }

    private static let usage: StaticString = "one-time-token"

    private static func parts(_ id: UUIDBytes, _ purpose: OneTimePurpose, _ email: String) -> [[UInt8]] {
        [id.bytes, Array(purpose.rawValue.utf8), Array(email.utf8)]
    }
}

/// The row of a one-time token that a client has presented.
struct OneTimeGrant: Sendable {
    let purpose: OneTimePurpose
    let email: String
    let account: UUIDBytes?
    let isStaff: Bool

    static func find(_ token: OneTimeToken, at now: Instant) -> Statement {
        """
        SELECT purpose, email, account_id, EXISTS (
                SELECT FROM membership
                WHERE membership.account_id = one_time_token.account_id AND role <> 'patient' AND ended_at IS NULL)
        FROM one_time_token
        WHERE token_id = \(token.id) AND used_at IS NULL AND expires_at > \(now)
        """
    }

    /// Reads the row of a one-time token that a client has presented; `nil` if there is no row, or if no server with
    /// this pepper issued the token.
    init?(_ rows: Rows, _ token: OneTimeToken, _ pepper: Pepper) throws(PostgresError) {
        guard let row = rows.first, let purpose = OneTimePurpose(rawValue: try row.text(0)) else { return nil }
        self.purpose = purpose
        email = try row.text(1)
        account = try row.optionalUUID(2)
        isStaff = try row.bool(3)
        guard token.isSame(as: OneTimeToken(token.id, purpose, email: email, pepper)) else { return nil }
    }
}
