public import EventSourcing

public enum ProfileEvent: FeatureEvent {
    case clinicFounded(ClinicFounded)
    case clinicProfileChanged(ClinicProfileChanged)
    case openingHoursSet(OpeningHoursSet)
    case closureAdded(ClosureAdded)
    case closureRemoved(ClosureRemoved)
    case specialHoursAdded(SpecialHoursAdded)
    case specialHoursRemoved(SpecialHoursRemoved)
    case schedulingRulesSet(SchedulingRulesSet)
    case mobileAccessSet(MobileAccessSet)
    case billingTermsSet(BillingTermsSet)
    case waitLimitsSet(WaitLimitsSet)
    case publicBookingSet(PublicBookingSet)
    case logoChanged(LogoChanged)
    case clinicClosed(ClinicClosed)

    public var payload: any EventPayload {
        switch self {
        case .clinicFounded(let payload): payload
        case .clinicProfileChanged(let payload): payload
        case .openingHoursSet(let payload): payload
        case .closureAdded(let payload): payload
        case .closureRemoved(let payload): payload
        case .specialHoursAdded(let payload): payload
        case .specialHoursRemoved(let payload): payload
        case .schedulingRulesSet(let payload): payload
        case .mobileAccessSet(let payload): payload
        case .billingTermsSet(let payload): payload
        case .waitLimitsSet(let payload): payload
        case .publicBookingSet(let payload): payload
        case .logoChanged(let payload): payload
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
            .with(SpecialHoursAdded.self) { .profile(.specialHoursAdded($0)) }
            .with(SpecialHoursRemoved.self) { .profile(.specialHoursRemoved($0)) }
            .with(SchedulingRulesSet.self) { .profile(.schedulingRulesSet($0)) }
            .with(MobileAccessSet.self) { .profile(.mobileAccessSet($0)) }
            .with(BillingTermsSet.self) { .profile(.billingTermsSet($0)) }
            .with(WaitLimitsSet.self) { .profile(.waitLimitsSet($0)) }
            .with(PublicBookingSet.self) { .profile(.publicBookingSet($0)) }
            .with(LogoChanged.self) { .profile(.logoChanged($0)) }
            .with(ClinicClosed.self) { .profile(.clinicClosed($0)) }
    }
}
