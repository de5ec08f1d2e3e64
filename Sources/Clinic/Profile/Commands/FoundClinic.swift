public import Endpoints
public import EventSourcing
import TimeZones

/// The command that founds a clinic. It is a clinic's first command. The profile can be changed later; time zone and
/// currency cannot.
public struct FoundClinic: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case foundedAlready
        /// The time zone database has no zone of this name.
        case unknownZone(ZoneName)
        case closed

        public var problem: Problem {
            switch self {
            case .foundedAlready: Problem(.clinicFoundedAlready)
            case .unknownZone(let zone): Problem(.unknownZone, "There is no time zone \(zone).")
            case .closed: Problem(.clinicClosed)
            }
        }
    }

    public let profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency

    public init(profile: ClinicProfile, zone: ZoneName, currency: Currency) {
        self.profile = profile
        self.zone = zone
        self.currency = currency
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
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

extension Problem.Kind {
    public static let clinicFoundedAlready = Problem.Kind(
        "clinic-founded-already", 409, "The clinic exists, with another time zone or currency",
        means: "Time zone and currency of a clinic do not change.",
        remedy: "Use another name for another clinic.")
    public static let unknownZone = Problem.Kind(
        "unknown-zone", 409, "The zone database has no such time zone",
        means: "The server's zone database does not have the name.",
        remedy: "Use a name of the IANA time zone database, such as `Europe/Berlin`.")
}
