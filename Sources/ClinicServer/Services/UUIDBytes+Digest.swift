import Crypto
import Identifiers

extension UUIDBytes {
    /// Makes a UUID from the first 16 bytes of a digest.
    package init(_ digest: SHA256.Digest) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(digest.prefix(8)), low: word(digest.dropFirst(8).prefix(8)))
    }
}
