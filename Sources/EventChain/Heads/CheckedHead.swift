import Crypto
import EventSourcing
import Identifiers

/// A signed head whose signature was checked. It has the values that are compared with the chain.
package struct CheckedHead: Hashable, Sendable {
    package let clinic: UUIDBytes
    /// The end of the chain that is signed: in a hash chain of events, the last event's position; in a record chain,
    /// the number of the last row of `record_segment`.
    package let position: Int64
    package let signedAt: Instant
    package let hash: ChainHash
    /// The reason why the signed head is not accepted; `nil` if it is accepted.
    package let objection: HeadObjection?
    /// The first eight bytes of the SHA-256 digest of the signature and the key's name. These bytes tell apart signed
    /// heads that differ only in their signatures or in the names of their keys.
    private let signature: UInt64

    init(_ head: SignedHead, _ objection: HeadObjection?) {
        clinic = head.clinic
        position = head.position
        signedAt = head.signedAt
        hash = head.hash
        self.objection = objection
        signature = Self.word(Array(SHA256.hash(data: head.signature + Array(head.key.utf8)))[0..<8])
    }

    /// Reads a signed head from the bytes in a temporary file; `nil` if these are not the bytes of a signed head.
    init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let start = bytes.startIndex
        let objection = HeadObjection(rawValue: bytes[start + 64])
        guard let clinic = UUIDBytes(bytes: bytes[start..<(start + 16)]),
            let hash = ChainHash(bytes: bytes[(start + 32)..<(start + 64)]), objection != nil || bytes[start + 64] == 0
        else { return nil }
        self.clinic = clinic
        position = Int64(bitPattern: Self.word(bytes[(start + 16)..<(start + 24)]))
        signedAt = Instant(secondsSince1970: Int64(bitPattern: Self.word(bytes[(start + 24)..<(start + 32)])))
        self.hash = hash
        self.objection = objection
        signature = Self.word(bytes[(start + 65)..<(start + 73)])
    }

    /// The number of bytes of each signed head in a temporary file.
    static let byteCount = 73

    /// The bytes of a signed head in a temporary file: clinic (16 bytes), position (8), time (8), hash (32), the reason
    /// why the signed head is not accepted (1; 0 if it is accepted), and the signature's digest (8). Numbers are
    /// big-endian.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        Self.append(clinic.high, to: &bytes)
        Self.append(clinic.low, to: &bytes)
        Self.append(UInt64(bitPattern: position), to: &bytes)
        Self.append(UInt64(bitPattern: signedAt.secondsSince1970), to: &bytes)
        bytes += hash.bytes
        bytes.append(objection?.rawValue ?? 0)
        Self.append(signature, to: &bytes)
        return bytes
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        for byte: UInt64 in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (56 - 8 * byte))) }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for byte in bytes { word = word << 8 | UInt64(byte) }
        return word
    }
}

extension CheckedHead: Comparable {
    /// The order in which signed heads are compared with the chains: by clinic, position and time.
    package static func < (one: CheckedHead, other: CheckedHead) -> Bool {
        let (left, right) = ((one.clinic, one.position, one.signedAt), (other.clinic, other.position, other.signedAt))
        // Signed heads of one clinic with the same position and time need an order too, so that equal signed heads are
        // beside each other.
        return left == right ? one.bytes.lexicographicallyPrecedes(other.bytes) : left < right
    }
}
