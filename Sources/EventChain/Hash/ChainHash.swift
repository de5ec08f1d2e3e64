import Crypto
import Identifiers

/// A SHA-256 hash: an event's digest, or the hash that chains it to all events before it.
package struct ChainHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the SHA-256 hash.
    package let bytes: [UInt8]

    /// The start of a clinic's chain, from which the hash of its first event is computed.
    package static func start(of clinic: UUIDBytes) -> ChainHash {
        ChainHash(SHA256.hash(data: Array("chairside chain 1".utf8) + clinic.bytes))
    }

    /// The digest of an event.
    ///
    /// - Parameter frame: the event's stored columns in the form of `EventFrame`.
    package init(ofEvent frame: ArraySlice<UInt8>) { self.init(SHA256.hash(data: frame)) }

    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    package init?(hex: some StringProtocol) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    private init(_ digest: SHA256Digest) { bytes = Array(digest) }

    package static let byteCount = 32

    /// Returns the chain's hash after one more event. `digest` is the digest of that event.
    package func chained(with digest: ChainHash) -> ChainHash {
        var hash = SHA256()
        hash.update(data: bytes)
        hash.update(data: digest.bytes)
        return ChainHash(hash.finalize())
    }

    /// The hash as 64 hexadecimal digits in lower case.
    package var hex: String { Hex.encode(bytes) }

    package var description: String { hex }
}
