/// Chooses one of every sixteen runs of a piece of code to be measured. Measuring every run would be too slow, since
/// reading the clock twice can cost as much as the measured code itself.
public struct Sampler: Sendable {
    private var seen: UInt8 = 0

    public init() {}

    public mutating func picks() -> Bool {
        defer { seen &+= 1 }
        return seen & 15 == 0
    }
}
