import Endpoints
public import EventSourcing
public import Identifiers

/// The signed part of a visit link: a clinic, an appointment, and the time at which the appointment begins.
public struct VisitToken: Hashable, Sendable {
    private static let codeBytes = 24

    public let clinic: UUIDBytes
    public let appointment: UUIDBytes
    public let start: Instant

    public init(clinic: UUIDBytes, appointment: UUIDBytes, start: Instant) {
        self.clinic = clinic
        self.appointment = appointment
        self.start = start
    }

    /// The clinic, the appointment and the start time, followed by the HMAC of them in base64url.
    func signed(_ pepper: Pepper) -> String {
        Base64URL.encode(parts.flatMap { $0 } + pepper.authenticate(Self.usage, parts).prefix(Self.codeBytes))
    }

    /// Reads the token of a visit link; `nil` if no server with this pepper signed it.
    init?(_ text: String, _ pepper: Pepper) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 40 + Self.codeBytes,
            let clinic = UUIDBytes(bytes: bytes[0..<16]), let appointment = UUIDBytes(bytes: bytes[16..<32])
        else { return nil }
        let seconds = bytes[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(
            clinic: clinic, appointment: appointment, start: Instant(secondsSince1970: Int64(bitPattern: seconds)))
        let code = pepper.authenticate(Self.usage, parts).prefix(Self.codeBytes)
        // The HMAC in a visit link's token is compared in constant time, so that the duration does not help to guess
        // it.
        guard zip(code, bytes[40...]).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
    }

    private var parts: [[UInt8]] {
        let seconds = UInt64(bitPattern: start.secondsSince1970)
        return [clinic.bytes, appointment.bytes, (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }]
    }

    private static let usage: StaticString = "visit-link"
}

extension Identity {
    /// Signs the token of a visit link with a key of the server's that is used only for this purpose.
    public func sign(_ token: VisitToken) -> String { token.signed(shared.pepper) }

    /// Reads the token of a visit link; `nil` if no server with this pepper signed it.
    public func visitToken(_ text: String) -> VisitToken? { VisitToken(text, shared.pepper) }

    /// The URL of the app's page with the signed token of a visit link; `nil` if this server sends no mails, so that it
    /// knows no page.
    public func url(ofVisit token: String) -> String? {
        shared.post.program.map { "\($0.link)#purpose=visit&token=\(token)" }
    }
}
