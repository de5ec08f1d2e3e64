import Crypto
import Identifiers

/// SHA-256: an event's digest, or the hash that chains it to all events before it.
package struct ChainHash: Hashable, Sendable, CustomStringConvertible {
    /// 32 of them.
    package let bytes: [UInt8]

    /// The value that the hash of a clinic's first event starts from.
    package static func start(of clinic: UUIDBytes) -> ChainHash {
        ChainHash(SHA256.hash(data: Array("chairside chain 1".utf8) + clinic.bytes))
    }

    /// The digest of an event.
    ///
    /// - Parameter frame: the event's stored columns, as `EventFrame` says.
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

    /// The hash after the next event.
    package func chained(with digest: ChainHash) -> ChainHash {
        var hash = SHA256()
        hash.update(data: bytes)
        hash.update(data: digest.bytes)
        return ChainHash(hash.finalize())
    }

    /// 64 digits in lower case.
    package var hex: String { Hex.encode(bytes) }

    package var description: String { hex }
}

/// Bytes as hexadecimal digits, in lower case.
enum Hex {
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for anything else.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let high = rest.next() {
            guard let low = rest.next(), let high = value(high), let low = value(low) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// A place in a clinic's chain.
package struct ChainPoint: Hashable, Sendable {
    package let position: Int64
    package let hash: ChainHash

    package init(position: Int64, hash: ChainHash) {
        self.position = position
        self.hash = hash
    }

    /// Before the first event.
    package static func start(of clinic: UUIDBytes) -> ChainPoint {
        ChainPoint(position: 0, hash: .start(of: clinic))
    }
}
