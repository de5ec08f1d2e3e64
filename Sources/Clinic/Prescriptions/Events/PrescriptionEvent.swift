public import EventSourcing

public enum PrescriptionEvent: FeatureEvent {
    case issued(PrescriptionIssued)
    case dispensed(PrescriptionDispensed)
    case ended(PrescriptionEnded)

    public var payload: any EventPayload {
        switch self {
        case .issued(let payload): payload
        case .dispensed(let payload): payload
        case .ended(let payload): payload
        }
    }

    var prescription: Prescription {
        switch self {
        case .issued(let event): event.prescription
        case .dispensed(let event): event.prescription
        case .ended(let event): event.prescription
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PrescriptionIssued.self) { .prescription(.issued($0)) }
            .with(PrescriptionDispensed.self) { .prescription(.dispensed($0)) }
            .with(PrescriptionEnded.self) { .prescription(.ended($0)) }
    }
}
