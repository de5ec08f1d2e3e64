import Crypto
import EventSourcing
import Synchronization

/// The proofs that this process has accepted: each is valid once. They are kept as long as they could be repeated. The
/// number is bounded: beyond it, no more proofs are accepted for the rest of the minute.
final class SpentProofs: Sendable {
    /// A spent proof, named by 16 bytes of a hash.
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

    /// Spends a proof.
    ///
    /// - Returns: false if it was spent before, and if there is no room.
    func spend(_ proof: Proof, at now: Instant) -> Bool {
        let hash = Array(SHA256.hash(data: proof.thumbprint + Array(proof.id.utf8)))
        let numbers = [hash[..<8], hash[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        let name = Name(high: numbers[0], low: numbers[1])
        return state.withLock { state in
            // A proof is valid from its lifetime before its time until its lifetime after it.
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
