import Endpoints
public import EventSourcing
public import Identifiers

/// The signed part of a link to a file's content: the clinic, the file, and the end of the link's validity.
public struct FileToken: Hashable, Sendable {
    private static let codeBytes = 24

    public let clinic: UUIDBytes
    public let file: UUIDBytes
    /// The instant from which the link to a file is not valid any more.
    public let until: Instant

    public init(clinic: UUIDBytes, file: UUIDBytes, until: Instant) {
        self.clinic = clinic
        self.file = file
        self.until = until
    }

    /// The text of the token: the clinic, the file and the end of the link's validity, followed by the HMAC of these
    /// three, in base64url.
    func signed(_ pepper: Pepper) -> String {
        Base64URL.encode(parts.flatMap { $0 } + pepper.authenticate(Self.usage, parts).prefix(Self.codeBytes))
    }

    /// Reads the token of a link to a file; `nil` if no server with this pepper signed the token.
    init?(_ text: String, _ pepper: Pepper) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 40 + Self.codeBytes,
            let clinic = UUIDBytes(bytes: bytes[0..<16]), let file = UUIDBytes(bytes: bytes[16..<32])
        else { return nil }
        let seconds = bytes[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(clinic: clinic, file: file, until: Instant(secondsSince1970: Int64(bitPattern: seconds)))
        let code = pepper.authenticate(Self.usage, parts).prefix(Self.codeBytes)
        // The comparison of the HMACs takes constant time.
        guard zip(code, bytes[40...]).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
    }

    private var parts: [[UInt8]] {
        let seconds = UInt64(bitPattern: until.secondsSince1970)
        return [clinic.bytes, file.bytes, (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }]
    }

    private static let usage: StaticString = "file-link"
}

extension Identity {
    /// Signs the token of a link to a file, with a key that is derived from the pepper for this purpose only.
    public func sign(_ token: FileToken) -> String { token.signed(shared.pepper) }

    /// Reads the token of a link to a file; `nil` if no server with this pepper signed the token.
    public func fileToken(_ text: String) -> FileToken? { FileToken(text, shared.pepper) }
}
