public import EventSourcing

public enum HistoryFormEvent: FeatureEvent {
    case templateSet(HistoryTemplateSet)
    case filled(HistoryFormFilled)

    public var payload: any EventPayload {
        switch self {
        case .templateSet(let payload): payload
        case .filled(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(HistoryTemplateSet.self) { .historyForm(.templateSet($0)) }
            .with(HistoryFormFilled.self) { .historyForm(.filled($0)) }
    }
}
