/// A set of five-minute intervals of one day, called atoms. They are stored as bits, so that a few bit shifts find all
/// starts of free periods of a given length.
///
/// Bit 0 is the day's first five minutes. The 512 bits are 42 hours, which is longer than any day that zone rules have
/// produced.
package struct AtomSet: Hashable, Sendable {
    package static let capacity = 512

    private var words: SIMD8<UInt64>

    package init() { words = SIMD8(repeating: 0) }
    private init(words: SIMD8<UInt64>) { self.words = words }

    init(_ range: Range<Int>) { words = AtomSet.mask(range) }

    /// A set of every `step`th five-minute atom below `count`, beginning with atom 0.
    init(every step: Int, below count: Int) {
        self.init(0..<count)
        if step > 1 { words &= AtomSet.everyAtom(step) }
    }

    private static func everyAtom(_ step: Int) -> SIMD8<UInt64> {
        var words = SIMD8<UInt64>(repeating: 0)
        var next = 0
        for lane in 0..<8 {
            var word: UInt64 = 0
            while next < (lane + 1) * 64 {
                word |= 1 << UInt64(next % 64)
                next += step
            }
            words[lane] = word
        }
        return words
    }

    /// The number of five-minute atoms in the set.
    var count: Int { (0..<8).reduce(0) { $0 + words[$1].nonzeroBitCount } }

    var isEmpty: Bool { words == SIMD8(repeating: 0) }

    package func contains(_ atom: Int) -> Bool {
        (0..<AtomSet.capacity).contains(atom) && words[atom / 64] >> UInt64(atom % 64) & 1 == 1
    }

    func contains(_ range: Range<Int>) -> Bool {
        let mask = AtomSet.mask(range)
        return range.lowerBound >= 0 && range.upperBound <= AtomSet.capacity && words & mask == mask
    }

    mutating func insert(_ atom: Int) {
        guard (0..<AtomSet.capacity).contains(atom) else { return }
        words[atom / 64] |= 1 << UInt64(atom % 64)
    }

    package mutating func insert(_ range: Range<Int>) { words |= AtomSet.mask(range) }
    package mutating func remove(_ range: Range<Int>) { words &= ~AtomSet.mask(range) }

    func union(_ other: AtomSet) -> AtomSet { AtomSet(words: words | other.words) }
    func intersection(_ other: AtomSet) -> AtomSet { AtomSet(words: words & other.words) }
    func subtracting(_ other: AtomSet) -> AtomSet { AtomSet(words: words & ~other.words) }

    /// The five-minute atoms from which at least `length` consecutive atoms are in the set.
    package func starts(ofRuns length: Int) -> AtomSet {
        var runs = self
        var width = 1
        while width < length {
            let step = min(width, length - width)
            runs = runs.intersection(runs.earlier(by: step))
            width += step
        }
        return runs
    }

    /// The set's first five-minute atom at or after `atom`.
    package func first(from atom: Int) -> Int? {
        guard atom < AtomSet.capacity else { return nil }
        var lane = max(0, atom) / 64
        var word = words[lane] & (~0 << UInt64(max(0, atom) % 64))
        while word == 0 {
            lane += 1
            guard lane < 8 else { return nil }
            word = words[lane]
        }
        return lane * 64 + word.trailingZeroBitCount
    }

    /// Moves each five-minute atom of the set earlier by `count` atoms. The first `count` atoms are dropped.
    package func earlier(by count: Int) -> AtomSet {
        var shifted = self
        for _ in 0..<(count / 64) { shifted.words = shifted.nextWords }
        let bits = UInt64(count % 64)
        guard bits > 0 else { return shifted }
        return AtomSet(
            words: shifted.words &>> SIMD8(repeating: bits) | shifted.nextWords &<< SIMD8(repeating: 64 - bits))
    }

    /// Moves each five-minute atom of the set later by `count` atoms. The last `count` atoms are dropped.
    package func later(by count: Int) -> AtomSet {
        var shifted = self
        for _ in 0..<(count / 64) { shifted.words = shifted.previousWords }
        let bits = UInt64(count % 64)
        guard bits > 0 else { return shifted }
        return AtomSet(
            words: shifted.words &<< SIMD8(repeating: bits) | shifted.previousWords &>> SIMD8(repeating: 64 - bits))
    }

    private var previousWords: SIMD8<UInt64> {
        SIMD8(0, words[0], words[1], words[2], words[3], words[4], words[5], words[6])
    }

    private var nextWords: SIMD8<UInt64> {
        SIMD8(words[1], words[2], words[3], words[4], words[5], words[6], words[7], 0)
    }

    private static func mask(_ range: Range<Int>) -> SIMD8<UInt64> {
        var mask = SIMD8<UInt64>(repeating: 0)
        var atom = max(0, range.lowerBound)
        let end = min(range.upperBound, capacity)
        while atom < end {
            let width = min(64 - atom % 64, end - atom)
            mask[atom / 64] = (width == 64 ? ~0 : (1 << UInt64(width)) - 1) << UInt64(atom % 64)
            atom += width
        }
        return mask
    }
}
