public import EventSourcing
public import Identifiers
public import TimeZones

/// The part of a clinic's settings that most requests need: its id, time zone, currency, scheduling rules, cash
/// rounding and the areas of its app. Unlike `ClinicSettings`, this state can still be read if an event about staff,
/// services, chairs, hours or closures is unreadable.
public struct ClinicBasics: EventSourced {
    /// The clinic's id; `nil` before the clinic was founded.
    public private(set) var clinic: UUIDBytes?
    /// The clinic's time zone. It has the rules of UTC until the function `under` gives it the rules of the zone.
    public private(set) var zone = ClinicZone.utc
    public private(set) var currency = Currency.euro
    public private(set) var rules = SchedulingRules.standard
    public private(set) var mobileAccess = MobileAccess.standard
    public private(set) var waitLimits = WaitLimits.standard
    public private(set) var cashRounding = CashRounding.none

    public static let initial = ClinicBasics()

    /// Whether an event of this type can change the clinic's basic settings. Types that this program does not know are
    /// assumed to change them.
    public static func heeds(_ type: String) -> Bool { !others.contains(type) }

    private static let others: Set<String> = Set(ClinicEvent.types.all.map(\.name)).subtracting(
        [
            ClinicFounded.stored.name, SchedulingRulesSet.stored.name, MobileAccessSet.stored.name,
            WaitLimitsSet.stored.name, BillingTermsSet.stored.name,
        ])

    public func under(_ zones: ZoneRules) -> ClinicBasics {
        var basics = self
        if let known = ClinicZone(zone.name, in: zones) { basics.zone = known }
        return basics
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .profile(.clinicFounded(let founded)):
            clinic = recorded.clinic
            zone = ClinicZone(founded.zone, .utc)
            currency = founded.currency
        case .profile(.schedulingRulesSet(let set)): rules = set.rules
        case .profile(.mobileAccessSet(let set)): mobileAccess = set.access
        case .profile(.waitLimitsSet(let set)): waitLimits = set.limits
        case .profile(.billingTermsSet(let set)):
            cashRounding = set.terms.cashRounding.map { CashRounding(unit: $0) } ?? .none
        case .profile, .service, .chair, .staff, .patient, .guardian, .emergency, .block, .hold, .waitlist, .recall,
            .series, .appointment, .billing, .draft, .drawer, .family, .insurance, .recovery, .file,
            .treatment,
            .notification, .finding, .perio, .chart,
            .vitals, .note, .prescription,
            .historyForm, .consent,
            .message,
            .quarantined:
            break
        }
    }
}

extension Subject<ClinicBasics> {
    public static var basics: Subject<ClinicBasics> { Subject(.settings) }
}
