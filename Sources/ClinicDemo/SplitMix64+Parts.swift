import Identifiers

extension SplitMix64 {
    /// An independent generator for one part of the demo, so that adding to one part changes no other.
    init(seed: UInt64, part: String) {
        // FNV-1a over the part's name.
        let hash = part.utf8.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        self.init(seed: seed ^ hash)
    }

    /// True in `percent` of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// A random element of a stock that is not empty. The standard library does not promise its order of draws; this
    /// function does.
    mutating func pick<Element>(_ stock: [Element]) -> Element { stock[Int(next() % UInt64(stock.count))] }
}
