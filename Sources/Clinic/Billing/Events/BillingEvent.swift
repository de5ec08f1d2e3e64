public import EventSourcing

public enum BillingEvent: FeatureEvent {
    case invoiceIssued(InvoiceIssued)
    case invoiceVoided(InvoiceVoided)
    case paymentRecorded(PaymentRecorded)
    case creditApplied(CreditApplied)
    case paymentRefunded(PaymentRefunded)
    case creditNoteIssued(CreditNoteIssued)
    case invoiceWrittenOff(InvoiceWrittenOff)
    case paymentReleased(PaymentReleased)
    case paymentEnteredInError(PaymentEnteredInError)
    case instalmentsAgreed(InstalmentsAgreed)

    public var payload: any EventPayload {
        switch self {
        case .invoiceIssued(let payload): payload
        case .invoiceVoided(let payload): payload
        case .paymentRecorded(let payload): payload
        case .creditApplied(let payload): payload
        case .paymentRefunded(let payload): payload
        case .creditNoteIssued(let payload): payload
        case .invoiceWrittenOff(let payload): payload
        case .paymentReleased(let payload): payload
        case .paymentEnteredInError(let payload): payload
        case .instalmentsAgreed(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(InvoiceIssued.self) { .billing(.invoiceIssued($0)) }
            .with(InvoiceVoided.self) { .billing(.invoiceVoided($0)) }
            .with(PaymentRecorded.self) { .billing(.paymentRecorded($0)) }
            .with(CreditApplied.self) { .billing(.creditApplied($0)) }
            .with(PaymentRefunded.self) { .billing(.paymentRefunded($0)) }
            .with(CreditNoteIssued.self) { .billing(.creditNoteIssued($0)) }
            .with(InvoiceWrittenOff.self) { .billing(.invoiceWrittenOff($0)) }
            .with(PaymentReleased.self) { .billing(.paymentReleased($0)) }
            .with(PaymentEnteredInError.self) { .billing(.paymentEnteredInError($0)) }
            .with(InstalmentsAgreed.self) { .billing(.instalmentsAgreed($0)) }
    }
}
