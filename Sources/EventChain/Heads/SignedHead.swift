import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The signed end of a clinic's chain at some time. A copy of the signed head shows later whether the events or records
/// up to this end were altered.
package struct SignedHead: Hashable, Sendable {
    package let subject: ChainSubject
    package let clinic: UUIDBytes
    /// The end of the chain that is signed: in a hash chain of events, the last event's position; in a record chain,
    /// the number of the last row of `record_segment`.
    package let position: Int64
    package let hash: ChainHash
    package let signedAt: Instant
    /// The name of the key that made the signature.
    package let key: String
    /// The signature: ECDSA with P-256 and SHA-256 over `signedText`, in DER.
    package let signature: [UInt8]

    /// The text that the signed head's signature covers: five lines, each with its line end.
    package var signedText: [UInt8] { Self.text(subject, clinic, position, hash, signedAt) }

    static func text(
        _ subject: ChainSubject, _ clinic: UUIDBytes, _ position: Int64, _ hash: ChainHash, _ signedAt: Instant
    ) -> [UInt8] {
        Array("\(subject.rawValue)\n\(clinic.text)\n\(position)\n\(hash.hex)\n\(signedAt.rfc3339)\n".utf8)
    }

    /// The JSON of a signed head of a chain of events, in files and in the API's answers.
    package static let codec = codec(of: .events).described("The signed end of a clinic's hash chain.").named(
        "ChainHead")

    /// The JSON of a signed head of either kind of chain, as it is stored in files.
    package static func codec(of subject: ChainSubject) -> Codec<SignedHead> {
        object(
            SignedHead.ofEvents(clinic:position:hash:signedAt:key:signature:),
            field("clinic_id", \.clinic, .uuid.described("The clinic's id.")),
            field(
                subject == .events ? "position" : "number", \.position,
                .int64(1 ... .max).described("The place of the last entry in the chain.")),
            field("hash", \.hash, ChainHash.codec.described("The chain's hash at its end, in hexadecimal.")),
            field("signed_at", \.signedAt, moment.described("When it was signed, in UTC.")),
            field("key_id", \.key, .string(1...100).described("The id of the key that signed it.")),
            field(
                "signature", \.signature,
                hexadecimal.described("The ECDSA signature (P-256, SHA-256, DER), in hexadecimal."))
        ).map({ $0.of(subject) }, { $0 })
    }

    private static func ofEvents(
        clinic: UUIDBytes, position: Int64, hash: ChainHash, signedAt: Instant, key: String, signature: [UInt8]
    ) -> SignedHead {
        SignedHead(
            of: .events, clinic: clinic, position: position, hash: hash, signedAt: signedAt, key: key,
            signature: signature)
    }

    private func of(_ subject: ChainSubject) -> SignedHead {
        SignedHead(
            of: subject, clinic: clinic, position: position, hash: hash, signedAt: signedAt, key: key,
            signature: signature)
    }

    init(
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

    /// Reads a signed head from a row.
    ///
    /// - Parameter row: a row with the columns of `Statement.heads`.
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

extension ChainHash {
    package static let codec: Codec<ChainHash> = Codec<String>.string(64...64).checked(
        code: "bad_format", detail: "must be 64 hexadecimal digits", { ChainHash(hex: $0) }, { $0.hex })
}

private let moment: Codec<Instant> = Codec<String>.string(20...20).checked(
    code: "bad_format", detail: "must be a time in UTC", { Instant(rfc3339: $0) }, { $0.rfc3339 })

private let hexadecimal: Codec<[UInt8]> = Codec<String>.string(2...200).checked(
    code: "bad_format", detail: "must be hexadecimal digits", { Hex.decode($0) }, { Hex.encode($0) })
