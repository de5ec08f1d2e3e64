import Clinic
import Testing

@Suite struct AtomSetTests {
    @Test func `an atom set finds its atoms in order, and every atom at which a run of a given length begins`() {
        var generator = Seeded(1)
        for _ in 0..<200 {
            var set = AtomSet()
            var plain = [Bool](repeating: false, count: AtomSet.capacity)
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                let start = Int.random(in: 0..<AtomSet.capacity, using: &generator)
                let range = start..<min(AtomSet.capacity, start + Int.random(in: 1...140, using: &generator))
                if Bool.random(using: &generator) { set.insert(range) } else { set.remove(range) }
                let value = set.contains(start)
                for atom in range { plain[atom] = value }
            }
            let length = Int.random(in: 1...144, using: &generator)
            let runs = set.starts(ofRuns: length)
            for atom in 0..<AtomSet.capacity {
                let isRun = atom + length <= AtomSet.capacity && plain[atom..<(atom + length)].allSatisfy { $0 }
                #expect(runs.contains(atom) == isRun)
            }
            #expect(all(set) == plain.indices.filter { plain[$0] })
        }
    }

    @Test func `shifting an atom set to later times shifts each atom, and drops the atoms beyond the set's capacity`() {
        var set = AtomSet()
        let atoms = [0, 5, 63, 64, 200, 440, 447, 448, 511]
        for atom in atoms { set.insert(atom..<atom + 1) }
        for count in [0, 1, 24, 63, 64, 65, 130] {
            #expect(all(set.later(by: count)) == atoms.map { $0 + count }.filter { $0 < AtomSet.capacity })
        }
    }

    private func all(_ set: AtomSet) -> [Int] {
        var atoms: [Int] = []
        var next = set.first(from: 0)
        while let atom = next {
            atoms.append(atom)
            next = set.first(from: atom + 1)
        }
        return atoms
    }
}

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
