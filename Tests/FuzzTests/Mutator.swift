import Fuzzing
import Identifiers

/// Generates inputs for a fuzz target from its seeds: it changes, inserts, removes and duplicates bytes of a seed, and
/// replaces bytes by a part of any seed.
struct Mutator {
    private let seeds: [[UInt8]]
    private var random: SplitMix64

    init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var input = random.pick(seeds)
        for _ in 0...random.index(below: 4) { change(&input) }
        return input
    }

    private mutating func change(_ input: inout [UInt8]) {
        let range = someRange(of: input)
        switch random.index(below: 7) {
        case 0: input.insert(UInt8(truncatingIfNeeded: random.next()), at: range.lowerBound)
        case 1 where !range.isEmpty: input[range.lowerBound] ^= 1 << UInt8(random.index(below: 8))
        case 2 where !range.isEmpty:
            input[range.lowerBound] = random.pick([0, 9, 10, 13, 32, 34, 44, 58, 92, 127, 255])
        case 3: input.removeSubrange(range)
        case 4: input.insert(contentsOf: input[range], at: range.upperBound)
        case 5:
            let other = random.pick(seeds)
            input.replaceSubrange(range, with: other[someRange(of: other)])
        default: input.removeLast(min(input.count, range.count))
        }
    }

    /// A random range of the bytes. In three of four calls it has at most four bytes.
    private mutating func someRange(of bytes: [UInt8]) -> Range<Int> {
        let start = random.index(below: bytes.count + 1)
        let most = bytes.count - start
        let count = random.oneIn(4) ? random.index(below: most + 1) : min(most, random.index(below: 5))
        return start..<start + count
    }
}
