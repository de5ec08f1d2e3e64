import Crypto
import EventSourcing
public import Identifiers
import JSON

/// Functions that encrypt and decrypt the key of an account's health samples with a key outside of the database.
public struct KeyWrapping: Sendable {
    let wrap: @Sendable ([UInt8], UUIDBytes) throws -> [UInt8]
    let unwrap: @Sendable ([UInt8], UUIDBytes) -> [UInt8]?

    public init(
        wrap: @escaping @Sendable ([UInt8], UUIDBytes) throws -> [UInt8],
        unwrap: @escaping @Sendable ([UInt8], UUIDBytes) -> [UInt8]?
    ) {
        self.wrap = wrap
        self.unwrap = unwrap
    }
}

/// The key that encrypts the samples of one account (AES-256-GCM).
package struct SampleKey: Sendable {
    private let key: SymmetricKey
    private let account: UUIDBytes

    package init(_ bytes: [UInt8], of account: UUIDBytes) {
        key = SymmetricKey(data: bytes)
        self.account = account
    }

    /// Returns the bytes of a new random key for health samples.
    package static func newBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Encrypts the parts of a sample that must not be readable in the database: value, unit, source and metadata. The
    /// result is bound to the account, and to the sample's id, type and time.
    package func seal(_ sample: HealthSample) throws -> [UInt8] {
        let hidden = Hidden(
            value: sample.value, unit: sample.unit, sourceName: sample.sourceName, metadata: sample.metadata)
        let box = try AES.GCM.seal(
            Hidden.codec.bytes(hidden), using: key,
            authenticating: binding(sample.id, sample.type, sample.start, sample.end))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Decrypts a stored sample.
    ///
    /// - Throws: `HealthError.unreadable` if the row was changed, or encrypted with another key.
    package func open(
        _ sealed: [UInt8], id: UUIDBytes, type: String, start: Instant, end: Instant
    ) throws(HealthError) -> HealthSample {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: binding(id, type, start, end)),
            let hidden = try? Hidden.codec.decode(parsing: Array(bytes))
        else { throw .unreadable }
        return HealthSample(
            id: id, type: type, value: hidden.value, unit: hidden.unit, start: start, end: end,
            sourceName: hidden.sourceName, metadata: hidden.metadata)
    }

    private func binding(_ id: UUIDBytes, _ type: String, _ start: Instant, _ end: Instant) -> [UInt8] {
        account.bytes + id.bytes + Array("\(start.secondsSince1970) \(end.secondsSince1970) \(type)".utf8)
    }
}

/// The encrypted parts of a health sample.
private struct Hidden: Sendable {
    let value: Double
    let unit: String
    let sourceName: String
    let metadata: [String: String]?

    static let codec = object(
        Hidden.init(value:unit:sourceName:metadata:), field("value", \.value, .double),
        field("unit", \.unit, .string(max: 32)), field("source", \.sourceName, .string(max: 200)),
        optionalField("metadata", \.metadata, HealthSample.metadataCodec))
}
