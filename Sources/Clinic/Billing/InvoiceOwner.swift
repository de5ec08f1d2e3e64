public import EventSourcing
public import Identifiers

/// The state that tells which patient an invoice belongs to.
public struct InvoiceOwner: EventSourced {
    public private(set) var patient: ID<Patient>?

    public static let initial = InvoiceOwner()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .billing(.invoiceIssued(let issued)) = recorded.event { patient = issued.patient }
    }
}

extension Subject<InvoiceOwner> {
    static func invoiceOwner(_ id: ID<Invoice>) -> Subject<InvoiceOwner> { Subject(.invoice(id)) }
}

extension DecisionModel<ClinicEvent> {
    /// Finds the patient who owes an invoice, the patient's account, and the account's entry for the invoice; `nil` if
    /// the clinic has no such invoice.
    mutating func charge(
        of invoice: ID<Invoice>
    ) -> (patient: ID<Patient>, account: PatientAccount, charge: PatientAccount.Charge)? {
        guard let patient = self[.invoiceOwner(invoice)].patient else { return nil }
        let account = self[.patientAccount(patient)]
        return account[invoice].map { (patient, account, $0) }
    }
}
