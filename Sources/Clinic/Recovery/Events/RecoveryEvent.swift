public import EventSourcing

/// The events about recovery check-ins of patients and of persons without a clinic.
public enum RecoveryEvent: FeatureEvent {
    case started(CheckInsStarted)
    case intervalsSet(CheckInIntervalsSet)
    case checkedIn(CheckedIn)
    case reminded(CheckInReminded)
    case missed(CheckInMissed)
    case contactDue(CheckInContactDue)
    case ended(CheckInsEnded)
    case seen(MissedCheckInSeen)
    case erased(CheckInsErased)

    public var payload: any EventPayload {
        switch self {
        case .started(let payload): payload
        case .intervalsSet(let payload): payload
        case .checkedIn(let payload): payload
        case .reminded(let payload): payload
        case .missed(let payload): payload
        case .contactDue(let payload): payload
        case .ended(let payload): payload
        case .seen(let payload): payload
        case .erased(let payload): payload
        }
    }

    /// The plan of check-ins after the event; `nil` if the event does not change it.
    public var plan: CheckInPlan? {
        switch self {
        case .started(let event): event.plan
        case .intervalsSet(let event): event.plan
        case .checkedIn(let event): event.plan
        case .reminded(let event): event.plan
        case .missed(let event): event.plan
        case .contactDue(let event): event.plan
        case .ended(let event): event.plan
        case .seen, .erased: nil
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(CheckInsStarted.self) { .recovery(.started($0)) }
            .with(CheckInIntervalsSet.self) { .recovery(.intervalsSet($0)) }
            .with(CheckedIn.self) { .recovery(.checkedIn($0)) }
            .with(CheckInReminded.self) { .recovery(.reminded($0)) }
            .with(CheckInMissed.self) { .recovery(.missed($0)) }
            .with(CheckInContactDue.self) { .recovery(.contactDue($0)) }
            .with(CheckInsEnded.self) { .recovery(.ended($0)) }
            .with(MissedCheckInSeen.self) { .recovery(.seen($0)) }
            .with(CheckInsErased.self) { .recovery(.erased($0)) }
    }
}
