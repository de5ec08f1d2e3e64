public import EventSourcing

/// The first thing to happen in a clinic. The profile's e-mail and the like can change later, zone and currency cannot.
public struct FoundClinic: Decision {
    public let profile: ClinicProfile
    public let zone: ClinicZone
    public let currency: Currency

    public init(profile: ClinicProfile, zone: ClinicZone, currency: Currency) {
        self.profile = profile
        self.zone = zone
        self.currency = currency
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(ProfileRejection) -> [ClinicEvent] {
        let settings = facts[.settings]
        guard settings.isFounded else {
            return [.profile(.clinicFounded(ClinicFounded(profile: profile, zone: zone, currency: currency)))]
        }
        guard settings.closedOn == nil else { throw .closed }
        guard settings.zone == zone, settings.currency == currency else { throw .foundedAlready }
        return []
    }
}
