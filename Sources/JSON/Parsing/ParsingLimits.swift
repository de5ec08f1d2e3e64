/// The limits of a JSON text. A text beyond any of these is refused, even if it is well formed.
public struct ParsingLimits: Hashable, Sendable {
    /// The maximum number of bytes of a JSON text.
    public var bytes: Int
    /// The maximum depth to which arrays and objects may be nested.
    public var depth: Int
    /// The maximum number of values in a JSON text.
    public var values: Int

    public init(bytes: Int = 1 << 20, depth: Int = 32, values: Int = 100_000) {
        self.bytes = min(bytes, Int(Int32.max))
        self.depth = depth
        self.values = values
    }

    /// The limits for JSON texts from clients.
    public static let request = ParsingLimits()
    /// The limits for JSON texts that this program wrote itself: events and documents.
    public static let stored = ParsingLimits(bytes: 64 << 20, values: 10_000_000)
}
