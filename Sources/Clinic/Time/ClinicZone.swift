public import TimeZones

/// A clinic's time zone with its present rules.
public struct ClinicZone: Hashable, Sendable {
    public let name: ZoneName
    let rules: Zone

    public static let utc = ClinicZone(.utc, Zone.utc)

    public init(_ name: ZoneName, _ rules: Zone) {
        self.name = name
        self.rules = rules
    }

    /// Makes the zone with the given name from the time zone rules; `nil` if the rules have no zone of this name.
    public init?(_ name: ZoneName, in rules: ZoneRules) {
        guard let zone = rules[name.text] else { return nil }
        self.init(name, zone)
    }
}
