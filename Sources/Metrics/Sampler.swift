/// Picks one of sixteen runs of some work to be measured, since reading the clock twice costs as much as some of the
/// measured work.
public struct Sampler: Sendable {
    private var seen: UInt8 = 0

    public init() {}

    public mutating func picks() -> Bool {
        defer { seen &+= 1 }
        return seen & 15 == 0
    }
}
