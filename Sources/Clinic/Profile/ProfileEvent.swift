public import EventSourcing
public import Identifiers
public import JSON

public enum ProfileEvent: FeatureEvent {
    case clinicFounded(ClinicFounded)
    case clinicProfileChanged(ClinicProfileChanged)
    case openingHoursSet(OpeningHoursSet)
    case closureAdded(ClosureAdded)
    case closureRemoved(ClosureRemoved)
    case schedulingRulesSet(SchedulingRulesSet)
    case mobileAccessSet(MobileAccessSet)
    case clinicClosed(ClinicClosed)

    public var payload: any EventPayload {
        switch self {
        case .clinicFounded(let payload): payload
        case .clinicProfileChanged(let payload): payload
        case .openingHoursSet(let payload): payload
        case .closureAdded(let payload): payload
        case .closureRemoved(let payload): payload
        case .schedulingRulesSet(let payload): payload
        case .mobileAccessSet(let payload): payload
        case .clinicClosed(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ClinicFounded.self) { .profile(.clinicFounded($0)) }
            .with(ClinicProfileChanged.self) { .profile(.clinicProfileChanged($0)) }
            .with(OpeningHoursSet.self) { .profile(.openingHoursSet($0)) }
            .with(ClosureAdded.self) { .profile(.closureAdded($0)) }
            .with(ClosureRemoved.self) { .profile(.closureRemoved($0)) }
            .with(SchedulingRulesSet.self) { .profile(.schedulingRulesSet($0)) }
            .with(MobileAccessSet.self) { .profile(.mobileAccessSet($0)) }
            .with(ClinicClosed.self) { .profile(.clinicClosed($0)) }
    }
}

/// The clinic was founded, which is its first event. Time zone and currency never change: every later date and amount
/// relies on them.
public struct ClinicFounded: EventPayload, Hashable {
    public let profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency

    public static let stored = StoredType("clinic-founded")
    public static let codec = object(
        ClinicFounded.init, field("profile", \.profile, ClinicProfile.codec), field("zone", \.zone, ZoneName.codec),
        field("currency", \.currency, Currency.codec))
    public var tags: [Tag] { [.settings] }
}

public struct ClinicProfileChanged: EventPayload, Hashable {
    public let profile: ClinicProfile

    public static let stored = StoredType("clinic-profile-changed")
    public static let codec = object(ClinicProfileChanged.init, field("profile", \.profile, ClinicProfile.codec))
    public var tags: [Tag] { [.settings] }
}

public struct OpeningHoursSet: EventPayload, Hashable {
    public let hours: WeeklyHours

    public static let stored = StoredType("opening-hours-set")
    public static let codec = object(OpeningHoursSet.init, field("hours", \.hours, WeeklyHours.codec))
    public var tags: [Tag] { [.settings] }
}

public struct ClosureAdded: EventPayload, Hashable {
    public let closure: Closure

    public static let stored = StoredType("closure-added")
    public static let codec = object(ClosureAdded.init, field("closure", \.closure, Closure.codec))
    public var tags: [Tag] { [.settings] }
}

public struct ClosureRemoved: EventPayload, Hashable {
    public let closure: ID<Closure>

    public static let stored = StoredType("closure-removed")
    public static let codec = object(ClosureRemoved.init, field("closure_id", \.closure, .id()))
    public var tags: [Tag] { [.settings] }
}

public struct SchedulingRulesSet: EventPayload, Hashable {
    public let rules: SchedulingRules

    public static let stored = StoredType("scheduling-rules-set")
    public static let codec = object(SchedulingRulesSet.init, field("rules", \.rules, SchedulingRules.codec))
    public var tags: [Tag] { [.settings] }
}

public struct MobileAccessSet: EventPayload, Hashable {
    public let access: MobileAccess

    public static let stored = StoredType("mobile-access-set")
    public static let codec = object(MobileAccessSet.init, field("access", \.access, MobileAccess.codec))
    public var tags: [Tag] { [.settings] }
}

/// The clinic was closed for good.
public struct ClinicClosed: EventPayload, Hashable {
    /// The day of the closing, by the clinic's calendar.
    public let day: CivilDate
    public let reason: String

    public static let stored = StoredType("clinic-closed")
    public static let codec = object(
        ClinicClosed.init, field("day", \.day, .date), field("reason", \.reason, .name()))
    public var tags: [Tag] { [.settings] }
}
