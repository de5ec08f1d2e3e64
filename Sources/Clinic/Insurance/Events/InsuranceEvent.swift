public import EventSourcing
import Identifiers

public enum InsuranceEvent: FeatureEvent {
    case payerAdded(PayerAdded)
    case payerRenamed(PayerRenamed)
    case payerRetired(PayerRetired)
    case coverageRecorded(CoverageRecorded)
    case coverageRemoved(CoverageRemoved)
    case claimMade(ClaimMade)
    case claimSubmitted(ClaimSubmitted)
    case claimAnswered(ClaimAnswered)
    case claimClosed(ClaimClosed)

    public var payload: any EventPayload {
        switch self {
        case .payerAdded(let payload): payload
        case .payerRenamed(let payload): payload
        case .payerRetired(let payload): payload
        case .coverageRecorded(let payload): payload
        case .coverageRemoved(let payload): payload
        case .claimMade(let payload): payload
        case .claimSubmitted(let payload): payload
        case .claimAnswered(let payload): payload
        case .claimClosed(let payload): payload
        }
    }

    /// The patient whose coverage or claim the event is about; `nil` for an event about a payer.
    var patient: ID<Patient>? {
        switch self {
        case .payerAdded, .payerRenamed, .payerRetired: nil
        case .coverageRecorded(let event): event.patient
        case .coverageRemoved(let event): event.patient
        case .claimMade(let event): event.patient
        case .claimSubmitted(let event): event.patient
        case .claimAnswered(let event): event.patient
        case .claimClosed(let event): event.patient
        }
    }

    /// The claim that the event is about, and the invoice that it is for; `nil` for other events.
    var claim: (id: ID<InsuranceClaim>, invoice: ID<Invoice>)? {
        switch self {
        case .payerAdded, .payerRenamed, .payerRetired, .coverageRecorded, .coverageRemoved: nil
        case .claimMade(let event): (event.claim, event.invoice)
        case .claimSubmitted(let event): (event.claim, event.invoice)
        case .claimAnswered(let event): (event.claim, event.invoice)
        case .claimClosed(let event): (event.claim, event.invoice)
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PayerAdded.self) { .insurance(.payerAdded($0)) }
            .with(PayerRenamed.self) { .insurance(.payerRenamed($0)) }
            .with(PayerRetired.self) { .insurance(.payerRetired($0)) }
            .with(CoverageRecorded.self) { .insurance(.coverageRecorded($0)) }
            .with(CoverageRemoved.self) { .insurance(.coverageRemoved($0)) }
            .with(ClaimMade.self) { .insurance(.claimMade($0)) }
            .with(ClaimSubmitted.self) { .insurance(.claimSubmitted($0)) }
            .with(ClaimAnswered.self) { .insurance(.claimAnswered($0)) }
            .with(ClaimClosed.self) { .insurance(.claimClosed($0)) }
    }
}
