import Crypto
import EventSourcing
import Synchronization

/// The proofs of possession that this process has accepted. Each proof is valid only once, so it is kept as long as a
/// client could repeat it. If too many proofs are kept, further proofs are refused until old ones are dropped.
final class SpentProofs: Sendable {
    /// Identifies a used proof of possession by 16 bytes of a hash.
    private struct Name: Hashable {
        let high: UInt64
        let low: UInt64
    }

    private struct State {
        var young: Set<Name> = []
        var old: Set<Name> = []
        var youngSince: Int64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int = 200_000) { self.capacity = capacity }

    /// Records that a proof of possession was used.
    ///
    /// - Returns: false if the proof was used before, or if too many proofs are kept.
    func spend(_ proof: Proof, at now: Instant) -> Bool {
        let hash = Array(SHA256.hash(data: proof.thumbprint + Array(proof.id.utf8)))
        let numbers = [hash[..<8], hash[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        let name = Name(high: numbers[0], low: numbers[1])
        return state.withLock { state in
            // A proof of possession is valid from `lifetime` before its own time until `lifetime` after it, so it must
            // be kept for twice that time.
            let age = now.secondsSince1970 - state.youngSince
            if age > 2 * Proof.lifetime {
                state.old = age > 4 * Proof.lifetime ? [] : state.young
                state.young = []
                state.youngSince = now.secondsSince1970
            }
            guard !state.old.contains(name), state.young.count < capacity else { return false }
            return state.young.insert(name).inserted
        }
    }
}
