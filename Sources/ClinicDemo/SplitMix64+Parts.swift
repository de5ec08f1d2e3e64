import Identifiers

extension SplitMix64 {
    /// A random number generator for one part of the demo. It is independent of those of other parts, so that a change
    /// of one part does not change the data of the others.
    init(seed: UInt64, part: String) {
        // The name of the demo's part is hashed with FNV-1a, because the hash values of Swift's `Hasher` differ from
        // process to process.
        let hash = part.utf8.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        self.init(seed: seed ^ hash)
    }

    /// Returns true with a probability of `percent` percent, for choices of the demo.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Draws a random element of a list that is not empty. Unlike `randomElement` of the standard library, this
    /// function draws the same element in all versions of Swift.
    mutating func pick<Element>(_ stock: [Element]) -> Element { stock[Int(next() % UInt64(stock.count))] }
}
