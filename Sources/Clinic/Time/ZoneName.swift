import TimeZones

/// The name of a time zone in the IANA database, such as `Europe/Berlin`. Events store the name. The zone's rules,
/// which may change, are in `ZoneRules`.
public struct ZoneName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    public static let utc = ZoneName(unchecked: "UTC")

    private init(unchecked text: String) { self.text = text }

    /// Makes a zone name from text; `nil` for abbreviations, offsets, and text that cannot be a zone's name.
    public init?(_ text: String) {
        guard text == ZoneName.utc.text || ZoneRules.isPlace(text) else { return nil }
        self.text = text
    }
}
