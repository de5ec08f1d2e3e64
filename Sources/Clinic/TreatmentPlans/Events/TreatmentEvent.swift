public import EventSourcing
import Identifiers

/// The events of treatment plans. Events of appointments and invoices change the plans' items too.
public enum TreatmentEvent: FeatureEvent {
    case proposed(TreatmentPlanProposed)
    case accepted(TreatmentPlanAccepted)
    case declined(TreatmentPlanDeclined)
    case cancelled(TreatmentPlanCancelled)
    case itemDone(TreatmentItemDone)
    case itemNotDone(TreatmentItemNotDone)

    public var payload: any EventPayload {
        switch self {
        case .proposed(let payload): payload
        case .accepted(let payload): payload
        case .declined(let payload): payload
        case .cancelled(let payload): payload
        case .itemDone(let payload): payload
        case .itemNotDone(let payload): payload
        }
    }

    var plan: ID<TreatmentPlan> {
        switch self {
        case .proposed(let event): event.plan
        case .accepted(let event): event.plan
        case .declined(let event): event.plan
        case .cancelled(let event): event.plan
        case .itemDone(let event): event.plan
        case .itemNotDone(let event): event.plan
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(TreatmentPlanProposed.self) { .treatment(.proposed($0)) }
            .with(TreatmentPlanAccepted.self) { .treatment(.accepted($0)) }
            .with(TreatmentPlanDeclined.self) { .treatment(.declined($0)) }
            .with(TreatmentPlanCancelled.self) { .treatment(.cancelled($0)) }
            .with(TreatmentItemDone.self) { .treatment(.itemDone($0)) }
            .with(TreatmentItemNotDone.self) { .treatment(.itemNotDone($0)) }
    }
}
