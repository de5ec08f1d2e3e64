public import EventSourcing

/// Changes the clinic's profile, hours, rules or mobile access. Each replaces the whole previous value.
public struct ChangeClinic: Decision {
    public enum Change: Hashable, Sendable {
        case profile(ClinicProfile)
        case openingHours(WeeklyHours)
        case schedulingRules(SchedulingRules)
        case mobileAccess(MobileAccess)
    }

    public let change: Change

    public init(_ change: Change) { self.change = change }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ProfileRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        return switch change {
        case .profile(let profile):
            settings.profile == profile ? [] : [.profile(.clinicProfileChanged(ClinicProfileChanged(profile: profile)))]
        case .openingHours(let hours):
            settings.openingHours == hours ? [] : [.profile(.openingHoursSet(OpeningHoursSet(hours: hours)))]
        case .schedulingRules(let rules):
            settings.rules == rules ? [] : [.profile(.schedulingRulesSet(SchedulingRulesSet(rules: rules)))]
        case .mobileAccess(let access):
            settings.mobileAccess == access ? [] : [.profile(.mobileAccessSet(MobileAccessSet(access: access)))]
        }
    }
}
