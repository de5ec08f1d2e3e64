import TimeZones

/// The name of a zone of the IANA database, such as `Europe/Berlin`. Its rules are in `ZoneRules`: they change, while
/// the name is stored in events.
public struct ZoneName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    public static let utc = ZoneName(unchecked: "UTC")

    private init(unchecked text: String) { self.text = text }

    /// A zone name from text; `nil` for abbreviations, plain offsets and impossible names.
    public init?(_ text: String) {
        guard text == ZoneName.utc.text || ZoneRules.isPlace(text) else { return nil }
        self.text = text
    }
}
