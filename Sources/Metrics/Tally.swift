/// A count for each case of an enumeration.
public struct Tally<Key: CaseIterable & RawRepresentable & Sendable>: Sendable where Key.RawValue == Int {
    private var counts: [UInt64]

    public init() { counts = [UInt64](repeating: 0, count: Key.allCases.count) }

    public subscript(key: Key) -> UInt64 { counts[key.rawValue] }

    public mutating func count(_ key: Key) { counts[key.rawValue] &+= 1 }

    public mutating func add(_ other: Tally) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
    }
}
