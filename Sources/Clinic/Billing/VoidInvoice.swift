public import EventSourcing
public import Identifiers

/// Voids an invoice without payments; its number stays used.
public struct VoidInvoice: Decision {
    public enum Rejection: Error, Hashable {
        case unknownInvoice
        /// The invoice has payments, which must be refunded first.
        case partlyPaid(paid: Int64)
    }

    public let invoice: ID<Invoice>
    public let reason: Personal<String>

    public init(invoice: ID<Invoice>, reason: Personal<String>) {
        self.invoice = invoice
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.invoiceOwner(invoice)].patient,
            let charge = model[.patientAccount(patient)][invoice]
        else { throw .unknownInvoice }
        if charge.isVoid { return [] }
        guard charge.paid == 0 else { throw .partlyPaid(paid: charge.paid) }
        let total = Money(charge.total, model[.basics].currency)
        return [
            .billing(
                .invoiceVoided(InvoiceVoided(invoice: invoice, patient: patient, total: total, reason: reason)))
        ]
    }
}
