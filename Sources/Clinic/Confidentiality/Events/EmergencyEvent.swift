public import EventSourcing

/// Events about emergency access to restricted records. The restriction itself is an event of the patient.
public enum EmergencyEvent: FeatureEvent {
    case glassBroken(GlassBroken)

    public var payload: any EventPayload {
        switch self {
        case .glassBroken(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types.with(GlassBroken.self) { .emergency(.glassBroken($0)) }
    }
}
