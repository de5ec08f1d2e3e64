public import TimeZones

/// The wall clock that a clinic lives by: a zone and the rules that hold for it now.
public struct ClinicZone: Hashable, Sendable {
    public let name: ZoneName
    let rules: Zone

    public static let utc = ClinicZone(.utc, Zone.utc)

    public init(_ name: ZoneName, _ rules: Zone) {
        self.name = name
        self.rules = rules
    }

    /// `nil` where these rules do not have the zone.
    public init?(_ name: ZoneName, in rules: ZoneRules) {
        guard let zone = rules[name.text] else { return nil }
        self.init(name, zone)
    }
}
