public import EventSourcing
public import JSON

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

public struct SlotHeld: EventPayload, Hashable {
    public let hold: Hold
    /// The doctor's name, as it is shown to the patient.
    public let doctorName: String

    public static let stored = StoredType("slot-held")
    public static let codec = object(
        SlotHeld.init(hold:doctorName:), field("hold", \.hold, Hold.codec), field("doctor_name", \.doctorName, .name()))
    public var tags: [Tag] { hold.tags }
}

/// The patient released the hold, or holds another start.
public struct SlotReleased: EventPayload, Hashable {
    public let hold: Hold

    public static let stored = StoredType("slot-released")
    public static let codec = object(SlotReleased.init(hold:), field("hold", \.hold, Hold.codec))
    public var tags: [Tag] { hold.tags }
}
