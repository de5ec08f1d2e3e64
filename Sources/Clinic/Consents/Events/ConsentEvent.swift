public import EventSourcing
import Identifiers

public enum ConsentEvent: FeatureEvent {
    case templateSet(ConsentTemplateSet)
    case templateRetired(ConsentTemplateRetired)
    case presented(ConsentPresented)
    case signed(ConsentSigned)
    case withdrawn(ConsentWithdrawn)

    public var payload: any EventPayload {
        switch self {
        case .templateSet(let payload): payload
        case .templateRetired(let payload): payload
        case .presented(let payload): payload
        case .signed(let payload): payload
        case .withdrawn(let payload): payload
        }
    }

    /// The consent that the event is about; `nil` for an event about a template.
    var consent: Consent? {
        switch self {
        case .templateSet, .templateRetired: nil
        case .presented(let event): event.consent
        case .signed(let event): event.consent
        case .withdrawn(let event): event.consent
        }
    }

    /// The template that the event changes; `nil` for an event about a consent.
    var template: ID<ConsentTemplate>? {
        switch self {
        case .templateSet(let event): event.template
        case .templateRetired(let event): event.template
        case .presented, .signed, .withdrawn: nil
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ConsentTemplateSet.self) { .consent(.templateSet($0)) }
            .with(ConsentTemplateRetired.self) { .consent(.templateRetired($0)) }
            .with(ConsentPresented.self) { .consent(.presented($0)) }
            .with(ConsentSigned.self) { .consent(.signed($0)) }
            .with(ConsentWithdrawn.self) { .consent(.withdrawn($0)) }
    }
}
