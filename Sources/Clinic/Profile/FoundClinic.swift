public import EventSourcing
import TimeZones

/// Founds a clinic, which is its first command. The profile can change later, time zone and currency cannot.
public struct FoundClinic: Decision {
    public let profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency

    public init(profile: ClinicProfile, zone: ZoneName, currency: Currency) {
        self.profile = profile
        self.zone = zone
        self.currency = currency
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ProfileRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard settings.isFounded else {
            guard model.zones[zone.text] != nil else { throw .unknownZone(zone) }
            return [.profile(.clinicFounded(ClinicFounded(profile: profile, zone: zone, currency: currency)))]
        }
        guard settings.closedOn == nil else { throw .closed }
        guard settings.zone.name == zone, settings.currency == currency else { throw .foundedAlready }
        return []
    }
}
