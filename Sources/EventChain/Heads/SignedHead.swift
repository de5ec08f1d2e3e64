import Crypto
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The subject of a signed chain. The signed text begins with it, so that a head of one subject cannot pass for the
/// other.
package enum ChainSubject: String, Hashable, Sendable {
    /// A clinic's events.
    case events = "chairside chain head 1"
    /// Records beside the events: the access log, the security log, credentials and stored answers.
    case records = "chairside record head 1"
}

/// A signed end of a clinic's chain at a time. A kept head shows whether history was rewritten since.
package struct SignedHead: Hashable, Sendable {
    package let subject: ChainSubject
    package let clinic: UUIDBytes
    /// For events the last position; for records the last segment's number.
    package let position: Int64
    package let hash: ChainHash
    package let signedAt: Instant
    /// The key's name.
    package let key: String
    /// ECDSA with P-256 and SHA-256 over `signedText`, in DER.
    package let signature: [UInt8]

    /// The signed text: five lines, each with its line end.
    package var signedText: [UInt8] { Self.text(subject, clinic, position, hash, signedAt) }

    fileprivate static func text(
        _ subject: ChainSubject, _ clinic: UUIDBytes, _ position: Int64, _ hash: ChainHash, _ signedAt: Instant
    ) -> [UInt8] {
        Array("\(subject.rawValue)\n\(clinic.text)\n\(position)\n\(hash.hex)\n\(signedAt.rfc3339)\n".utf8)
    }

    /// A head of events, in files and answers.
    package static let codec = codec(of: .events).described("The signed end of a clinic's hash chain.").named(
        "ChainHead")

    /// As stored in files.
    package static func codec(of subject: ChainSubject) -> Codec<SignedHead> {
        object(
            { clinic, position, hash, signedAt, key, signature in
                SignedHead(
                    of: subject, clinic: clinic, position: position, hash: hash, signedAt: signedAt, key: key,
                    signature: signature)
            },
            field("clinic_id", \.clinic, .uuid.described("The clinic's id.")),
            field(
                subject == .events ? "position" : "number", \.position,
                .int64(1 ... .max).described("The place of the last entry in the chain.")),
            field("hash", \.hash, ChainHash.codec.described("The chain's hash at its end, in hexadecimal.")),
            field("signed_at", \.signedAt, moment.described("When it was signed, in UTC.")),
            field("key_id", \.key, .string(1...100).described("The id of the key that signed it.")),
            field(
                "signature", \.signature,
                hexadecimal.described("The ECDSA signature (P-256, SHA-256, DER), in hexadecimal.")))
    }

    fileprivate init(
        of subject: ChainSubject, clinic: UUIDBytes, position: Int64, hash: ChainHash, signedAt: Instant, key: String,
        signature: [UInt8]
    ) {
        self.subject = subject
        self.clinic = clinic
        self.position = position
        self.hash = hash
        self.signedAt = signedAt
        self.key = key
        self.signature = signature
    }

    /// - Parameter row: in the columns of `Statement.allHeads`.
    package init(_ row: Row, of subject: ChainSubject = .events) throws(PostgresError) {
        guard let hash = ChainHash(bytes: try row.bytes(2)) else {
            throw .protocolViolation("a hash of another length")
        }
        self.init(
            of: subject, clinic: try row.uuid(0), position: try row.int64(1), hash: hash,
            signedAt: Instant(secondsSince1970: try row.timestamp(3).microsecondsSince1970 / 1_000_000),
            key: try row.text(4), signature: try row.bytes(5))
    }
}

/// Signs the ends of chains.
package struct ChainSigner: Sendable {
    package let name: String
    private let key: P256.Signing.PrivateKey

    package init(name: String, key: P256.Signing.PrivateKey) {
        self.name = name
        self.key = key
    }

    package var publicKey: P256.Signing.PublicKey { key.publicKey }

    package func sign(
        _ point: ChainPoint, of clinic: UUIDBytes, at now: Instant, subject: ChainSubject = .events
    ) throws -> SignedHead {
        let text = SignedHead.text(subject, clinic, point.position, point.hash, now)
        return SignedHead(
            of: subject, clinic: clinic, position: point.position, hash: point.hash, signedAt: now, key: name,
            signature: Array(try key.signature(for: text).derRepresentation))
    }
}

/// The keys, by name, whose signatures count.
package struct ChainKeyRing: Sendable {
    package var keys: [String: P256.Signing.PublicKey]

    package init(_ keys: [String: P256.Signing.PublicKey] = [:]) { self.keys = keys }

    /// The reason why a head's signature is not accepted; `nil` if it is valid.
    package func objection(to head: SignedHead) -> String? {
        guard let key = keys[head.key] else { return "nobody has the key that it names" }
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: head.signature),
            key.isValidSignature(signature, for: head.signedText)
        else { return "its signature does not hold" }
        return nil
    }
}

extension ChainHash {
    package static let codec: Codec<ChainHash> = Codec<String>.string(64...64).checked(
        code: "bad_format", detail: "must be 64 hexadecimal digits", { ChainHash(hex: $0) }, { $0.hex })
}

private let moment: Codec<Instant> = Codec<String>.string(20...20).checked(
    code: "bad_format", detail: "must be a time in UTC", { Instant(rfc3339: $0) }, { $0.rfc3339 })

private let hexadecimal: Codec<[UInt8]> = Codec<String>.string(2...200).checked(
    code: "bad_format", detail: "must be hexadecimal digits", { Hex.decode($0) }, { Hex.encode($0) })
