import Clinic
import EventSourcing
import Identifiers
import Identity
import JSON

/// The request in which a client sends a pairing code. The JSON members have the names that the client's program uses.
struct PairRequest: Sendable {
    let code: String
    let clientName: String

    static let codec = object(
        PairRequest.init(code:clientName:),
        field("code", \.code, .string(max: 64).described("The pairing code.")),
        field(
            "clientName", \.clientName, .name(max: 100).described("The client's name, for the list of paired clients."))
    ).described("The request of a client that is to be paired: a pairing code, and the client's name.").named(
        "PairRequest")
}

struct PairAnswer: Sendable {
    let token: String
    let expiresAt: Instant

    static let codec = object(
        PairAnswer.init(token:expiresAt:),
        field("token", \.token, .string(max: 100).described("The client's token. No other answer shows it.")),
        field("expiresAt", \.expiresAt, .rfc3339.described("When the token expires, in UTC: after 30 days."))
    ).described("The token of the new paired client.").named("PairAnswer")
}

/// A pairing payload: the server's address, the fingerprint of its certificate, and a pairing code. A client reads it
/// from a QR code. The JSON members have the names that the client's program uses.
struct PairingPayload: Sendable {
    let version: String
    let host: String
    let port: Int64
    let code: String
    let expiresAt: Instant
    let certificateFingerprint: String

    static let codec = object(
        PairingPayload.init(version:host:port:code:expiresAt:certificateFingerprint:),
        field("version", \.version, .string(max: 8).described("The version of this form: `1`.")),
        field("host", \.host, .string(max: 255).described("The server's name or address, from this request's `Host`.")),
        field("port", \.port, .int64(1...65_535).described("The server's port.")),
        field("code", \.code, .string(16...16).described("The pairing code. It can be used once.")),
        field("expiresAt", \.expiresAt, .rfc3339.described("When the code expires, in UTC: after five minutes.")),
        field(
            "certificateFingerprint", \.certificateFingerprint,
            .string(max: 64).described(
                """
                The SHA-256 fingerprint of the server's certificate in hexadecimal, which the client pins. Empty if \
                the server has no certificate, for example because a proxy in front of it has one.
                """))
    ).described("The server's address, the fingerprint of its certificate, and a pairing code.").named("PairingPayload")
}

/// An entry in the list of the clients that a person has paired.
struct PairedClientEntry: Sendable {
    let id: UUIDBytes
    /// The version of a paired client's entry, which increases each time that the client is used.
    let version: Int64
    let name: String
    let pairedAt: Instant
    let lastUsedAt: Instant
    let expiresAt: Instant

    init(_ client: PairedClient) {
        self.init(
            id: client.id, version: client.lastUsedAt.secondsSince1970, name: client.name, pairedAt: client.pairedAt,
            lastUsedAt: client.lastUsedAt, expiresAt: client.expiresAt)
    }

    private init(
        id: UUIDBytes, version: Int64, name: String, pairedAt: Instant, lastUsedAt: Instant, expiresAt: Instant
    ) {
        self.id = id
        self.version = version
        self.name = name
        self.pairedAt = pairedAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    static let codec = object(
        PairedClientEntry.init(id:version:name:pairedAt:lastUsedAt:expiresAt:),
        field("id", \.id, .uuid.described("The client's id.")),
        field("version", \.version, .version),
        field("name", \.name, .string(max: 100).described("The name that the client has given itself.")),
        field("paired_at", \.pairedAt, .instant.described("When the client was paired, in UTC.")),
        field("last_used_at", \.lastUsedAt, .instant.described("When the client's token was last used, in UTC.")),
        field("expires_at", \.expiresAt, .instant.described("When the client's token expires, in UTC."))
    ).described("A client that a person has paired with their account.").named("PairedClient")
}
