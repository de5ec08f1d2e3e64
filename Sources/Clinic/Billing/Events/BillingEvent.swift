public import EventSourcing

public enum BillingEvent: FeatureEvent {
    case invoiceIssued(InvoiceIssued)
    case invoiceVoided(InvoiceVoided)
    case paymentRecorded(PaymentRecorded)
    case creditApplied(CreditApplied)
    case paymentRefunded(PaymentRefunded)

    public var payload: any EventPayload {
        switch self {
        case .invoiceIssued(let payload): payload
        case .invoiceVoided(let payload): payload
        case .paymentRecorded(let payload): payload
        case .creditApplied(let payload): payload
        case .paymentRefunded(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(InvoiceIssued.self) { .billing(.invoiceIssued($0)) }
            .with(InvoiceVoided.self) { .billing(.invoiceVoided($0)) }
            .with(PaymentRecorded.self) { .billing(.paymentRecorded($0)) }
            .with(CreditApplied.self) { .billing(.creditApplied($0)) }
            .with(PaymentRefunded.self) { .billing(.paymentRefunded($0)) }
    }
}
