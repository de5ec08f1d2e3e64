import Identifiers

extension SplitMix64 {
    /// Returns true about once in `n` calls.
    package mutating func oneIn(_ n: UInt64) -> Bool { next() % n == 0 }

    package mutating func index(below count: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(count)) }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }
}
