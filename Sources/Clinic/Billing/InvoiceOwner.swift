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
