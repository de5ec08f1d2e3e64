public import EventSourcing

/// The events of holds: a slot was held for a patient, or released.
public enum HoldEvent: FeatureEvent {
    case held(SlotHeld)
    case released(SlotReleased)

    public var payload: any EventPayload {
        switch self {
        case .held(let payload): payload
        case .released(let payload): payload
        }
    }

    public var hold: Hold {
        switch self {
        case .held(let payload): payload.hold
        case .released(let payload): payload.hold
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(SlotHeld.self) { .hold(.held($0)) }
            .with(SlotReleased.self) { .hold(.released($0)) }
    }
}
