/// How much JSON is taken in at once. Beyond any of these a text is refused, however well formed.
public struct ParsingLimits: Hashable, Sendable {
    /// The number of bytes.
    public var bytes: Int
    /// How deep arrays and objects may lie in one another.
    public var depth: Int
    /// The number of values, members and elements counted everywhere.
    public var values: Int

    public init(bytes: Int = 1 << 20, depth: Int = 32, values: Int = 100_000) {
        self.bytes = min(bytes, Int(Int32.max))
        self.depth = depth
        self.values = values
    }

    /// For what clients send.
    public static let request = ParsingLimits()
    /// For what this program wrote itself: events and documents.
    public static let stored = ParsingLimits(bytes: 64 << 20, values: 10_000_000)
}
