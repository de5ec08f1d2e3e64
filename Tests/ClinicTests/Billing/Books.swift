import Clinic
import EventSourcing
import Identifiers
import Testing

/// The history of a clinic with one patient, and the commands that change the patient's account.
struct Books {
    static let patient: ID<Patient> = 0xa1
    private(set) var given: Given

    init(_ amounts: Int64...) throws {
        given = ClinicTests.given(
            try Founded.clinic(),
            try event(
                "patient-registered",
                #"{"patient_id":"00000000-0000-7000-8000-0000000000a1","details":{"given":"Ada","family":"Müller","#
                    + #""birth_date":"1980-02-01","contact":{}},"identity":"0a1b2c3d"}"#))
        for (index, amount) in amounts.enumerated() { try issue(UInt64(index + 1), amount) }
    }

    static func invoice(_ number: UInt64) -> ID<Invoice> { ID(UUIDBytes(high: 1, low: number)) }
    static func payment(_ number: UInt64) -> ID<Payment> { ID(UUIDBytes(high: 2, low: number)) }
    static func euro(_ amount: Int64) -> Money { Money(amount, .euro) }

    static func line(
        _ price: Int64, quantity: Quantity = 1, discount: Int64? = nil, tax: Int64? = nil
    ) -> IssueInvoice.Line {
        IssueInvoice.Line(
            service: nil, description: Personal("Filling"), quantity: quantity, unitPrice: euro(price),
            discount: discount.map { euro($0) }, taxRate: tax.map { TaxRate(thousandths: $0) })
    }

    @discardableResult mutating func run<D: Decision>(_ decision: D, at now: Instant = noon) throws -> [ClinicEvent]
    where D.Event == ClinicEvent {
        let verdict = given.when(decision, at: now)
        given = try verdict.thenWhatever()
        return try verdict.result.get()
    }

    func rejection<D: Decision>(_ decision: D, at now: Instant = noon) -> D.Rejection? where D.Event == ClinicEvent {
        if case .failure(let rejection) = given.when(decision, at: now).result { rejection } else { nil }
    }

    @discardableResult mutating func issue(
        _ number: UInt64, _ amount: Int64, lines: [IssueInvoice.Line]? = nil, at now: Instant = noon
    ) throws -> InvoiceIssued {
        let issued = try run(
            IssueInvoice(
                invoice: Self.invoice(number), patient: Self.patient, appointment: nil,
                lines: lines ?? [Self.line(amount)]), at: now)
        guard case .billing(.invoiceIssued(let event))? = issued.first else { throw NoEvent() }
        return event
    }

    mutating func pay(
        _ number: UInt64, _ amount: Int64, for payer: RecordPayment.Payer = .patient(patient),
        by method: PaymentMethod = .card, at now: Instant = noon
    ) throws {
        try run(
            RecordPayment(
                payment: Self.payment(number), payer: payer, PaymentTerms(amount: Self.euro(amount), method: method)),
            at: now)
    }

    mutating func refund(_ number: UInt64, _ amount: Int64, of payment: UInt64, goodwill: Bool = false) throws {
        try run(
            RefundPayment(
                refund: ID(UUIDBytes(high: 3, low: number)), payment: Self.payment(payment), amount: Self.euro(amount),
                method: .card, reason: Personal("asked"), isGoodwill: goodwill))
    }

    static func credit(_ number: UInt64, _ amount: Int64?, of invoice: UInt64) -> IssueCreditNote {
        IssueCreditNote(
            ID(UUIDBytes(high: 4, low: number)), of: Self.invoice(invoice), amount: amount.map { euro($0) },
            reason: Personal("not done"))
    }

    var account: PatientAccount { given.state(Subject<PatientAccount>(.patientAccount(Self.patient))) }

    func document(ofInvoice number: UInt64) throws -> String {
        try #require(given.document(Invoices.self, DocumentKey(Self.invoice(number))))
    }

    /// Expects that the parts and the rounding of each payment, and the parts of each invoice that is not void, add up
    /// to the amount of the payment or invoice, or to zero for a payment in error. Documents must have the same sums as
    /// the account's state.
    func expectBalance(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let account = account
        #expect(AccountRules.faults(account) == [], sourceLocation: sourceLocation)
        for charge in account.charges {
            let document = try #require(given.document(Invoices.self, DocumentKey(charge.invoice)))
            let amounts = #""paid":\#(charge.paid),"balance":\#(charge.open),"#
            #expect(document.contains(amounts), "\(document)", sourceLocation: sourceLocation)
        }
        let document = given.document(PatientAccounts.self, DocumentKey(Self.patient))
        let amounts = #""open":\#(account.open),"credit":\#(account.credit)}"#
        #expect(document?.contains(amounts) ?? account.charges.isEmpty, sourceLocation: sourceLocation)
    }

    private struct NoEvent: Error {}
}
