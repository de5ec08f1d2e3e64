import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct CorrectionTests {
    private typealias B = Books

    @Test func `a credit note reduces an open invoice, and a credit note for the rest leaves nothing to pay`() throws {
        var books = try Books(1000)
        try books.run(B.credit(1, 400, of: 1))
        #expect(books.account.open == 600)
        try books.run(B.credit(2, nil, of: 1))
        #expect(books.account.open == 0 && books.account.credit == 0)
        #expect(try books.document(ofInvoice: 1).contains(#""status":"credited""#))
        #expect(books.rejection(B.credit(3, nil, of: 1)) == .exceedsCreditable(creditable: B.euro(0)))
    }

    @Test func `a credit note of more than its invoice's open amount makes the rest the patient's credit`() throws {
        var books = try Books(1000)
        try books.pay(1, 700)
        try books.run(B.credit(1, 500, of: 1))
        #expect(books.account.open == 0)
        #expect(books.account.credit == 200)
        #expect(books.account[B.payment(1)]?.allocated(to: B.invoice(1)) == 500)
        try books.expectBalance()
    }

    @Test func `a credit note above the invoice's total, of zero, or on a void invoice is refused`() throws {
        var books = try Books(1000, 500)
        #expect(books.rejection(B.credit(1, 1001, of: 1)) == .exceedsCreditable(creditable: B.euro(1000)))
        #expect(books.rejection(B.credit(1, 0, of: 1)) == .amountOutOfBounds)
        #expect(books.rejection(B.credit(1, 1, of: 9)) == .unknownInvoice)
        try books.run(VoidInvoice(invoice: B.invoice(2), reason: Personal("mistake")))
        #expect(books.rejection(B.credit(1, 1, of: 2)) == .invoiceIsVoid)
    }

    @Test func `an invoice with a credit note cannot be voided`() throws {
        var books = try Books(1000)
        try books.run(B.credit(1, 400, of: 1))
        #expect(books.rejection(VoidInvoice(invoice: B.invoice(1), reason: Personal("mistake"))) == .corrected)
    }

    @Test func `the tax in a credit note is in proportion to the invoice's tax`() throws {
        var books = try Books()
        try books.issue(1, 0, lines: [B.line(10_000, tax: 19_000)])
        let events = try books.run(B.credit(1, 5_950, of: 1))
        guard case .billing(.creditNoteIssued(let note))? = events.first else {
            Issue.record("no credit note")
            return
        }
        #expect(note.tax == 950)
    }

    @Test func `credit notes that together take back a whole invoice have exactly the tax of the invoice`() throws {
        var books = try Books()
        let tax = try books.issue(1, 0, lines: [B.line(10_001, tax: 19_000)]).tax
        var credited: Int64 = 0
        for (number, amount) in [(1, 3_333), (2, 3_333), (3, nil)] as [(UInt64, Int64?)] {
            for event in try books.run(B.credit(number, amount, of: 1)) {
                if case .billing(.creditNoteIssued(let note)) = event { credited += note.tax }
            }
        }
        #expect(tax == 1_900 && credited == tax)
    }

    @Test func `a written-off invoice is not owed, and the amount that was paid before the write-off does not change`()
        throws
    {
        var books = try Books(1000)
        try books.pay(1, 300)
        try books.run(WriteOffInvoice(invoice: B.invoice(1), reason: Personal("insolvent")))
        #expect(books.account.open == 0)
        #expect(try books.document(ofInvoice: 1).contains(#""status":"written_off""#))
        let again = WriteOffInvoice(invoice: B.invoice(1), reason: Personal("insolvent"))
        #expect(books.rejection(again) == .notOpen(.nothingOpen))
        #expect(books.rejection(B.credit(1, 301, of: 1)) == .exceedsCreditable(creditable: B.euro(300)))
        try books.expectBalance()
    }

    @Test func `a payment that is released from its invoice on two days has a ledger line on each day`() throws {
        var books = try Books(1000)
        try books.pay(1, 1000)
        let release = ReleasePayment(B.payment(1), from: B.invoice(1), reason: Personal("wrong invoice"))
        let tomorrow = noon.adding(days: 1)
        try books.run(release)
        try books.run(ApplyCredit(invoice: B.invoice(1)))
        try books.run(release, at: tomorrow)
        let ledger = DocumentFold(LedgerLines.self)
        ledger.absorb(books.given.feed[...])
        let revenue = try #require(LedgerLines.columns.firstIndex { $0.name.description == "revenue" })
        let released = ledger.changedKeys.compactMap { ledger.row($0)?.columns }.filter { $0[revenue] == .int64(-1000) }
        #expect(Set(released.map(\.[0])) == [noon.bind, tomorrow.bind])
    }

    @Test func `a payment that is released from its invoice becomes credit, and the invoice is open again`() throws {
        var books = try Books(1000)
        try books.pay(1, 1000)
        let release = ReleasePayment(B.payment(1), from: B.invoice(1), reason: Personal("wrong invoice"))
        try books.run(release)
        #expect(books.account.open == 1000 && books.account.credit == 1000)
        #expect(books.rejection(release) == .notOnInvoice)
        try books.expectBalance()
    }

    @Test func `a payment marked as entered in error pays nothing, gives no credit and cannot be refunded`() throws {
        var books = try Books(1000)
        try books.pay(1, 1500)
        let error = EnterPaymentInError(B.payment(1), reason: Personal("typed twice"))
        try books.run(error)
        #expect(books.account.open == 1000 && books.account.credit == 0)
        #expect(books.account[B.payment(1)]?.refundable == 0)
        books.given.when(error, at: noon).thenNothing()
        let document = try #require(books.given.document(Payments.self, DocumentKey(B.payment(1))))
        #expect(document.contains(#""in_error":true"#))
        try books.expectBalance()
    }

    @Test func `a payment with a refund cannot be marked as entered in error`() throws {
        var books = try Books(1000)
        try books.pay(1, 1000)
        try books.refund(1, 1, of: 1)
        #expect(books.rejection(EnterPaymentInError(B.payment(1), reason: Personal("x"))) == .refunded)
    }

    @Test func `a refund as goodwill leaves the invoice paid, and after an ordinary refund a part of it is open again`()
        throws
    {
        var books = try Books(1000)
        try books.pay(1, 1000)
        try books.refund(1, 400, of: 1, goodwill: true)
        #expect(books.account.open == 0)
        try books.expectBalance()
        try books.refund(2, 100, of: 1)
        #expect(books.account.open == 100)
        try books.expectBalance()
    }

    @Test func `a payment above the invoice's open amount is rejected if the request does not accept a credit`()
        throws
    {
        let books = try Books(1000)
        func pay(_ amount: Int64) -> RecordPayment {
            RecordPayment(
                payment: B.payment(1), payer: .invoice(B.invoice(1)),
                PaymentTerms(amount: B.euro(amount), method: .card, acceptsCredit: false))
        }
        #expect(books.rejection(pay(1001)) == .overpaid(open: B.euro(1000)))
        #expect(books.rejection(pay(1000)) == nil)
    }

    @Test
    func `a second invoice for an appointment is refused unless the request permits it or the first invoice is void`()
        throws
    {
        var desk = try Desk()
        let visit = try desk.book("2026-11-23T08:00:00Z", at: "2026-11-20T08:00:00Z")
        let owner = try #require(
            desk.given.feed.compactMap { recorded -> ID<Patient>? in
                if case .appointment(let event) = recorded.event { event.visit.patient } else { nil }
            }.last)
        func issue(_ number: UInt64, another: Bool = false) -> IssueInvoice {
            IssueInvoice(
                invoice: B.invoice(number), patient: owner, appointment: visit, lines: [B.line(100)],
                isAnother: another)
        }
        try desk.run(issue(1), at: noon)
        #expect(desk.rejection(issue(2), at: noon) == .alreadyInvoiced(B.invoice(1)))
        try desk.run(issue(2, another: true), at: noon)
        for number in [1, 2] as [UInt64] {
            try desk.run(VoidInvoice(invoice: B.invoice(number), reason: Personal("mistake")), at: noon)
        }
        #expect(desk.rejection(issue(3), at: noon) == nil)
    }

    @Test func `receipts, refunds and credit notes have numbers of their own, without gaps in each year`() throws {
        var books = try Books(1000)
        try books.pay(1, 100)
        try books.pay(2, 100)
        try books.run(EnterPaymentInError(B.payment(2), reason: Personal("mistake")))
        try books.pay(3, 100)
        try books.refund(1, 10, of: 1)
        try books.run(B.credit(1, 10, of: 1))
        try books.run(B.credit(2, 10, of: 1))
        try books.pay(4, 100, at: "2026-12-31T23:30:00Z")
        #expect(
            books.numbers == [
                "2026-000001", "R-2026-000001", "R-2026-000002", "R-2026-000003", "B-2026-000001", "C-2026-000001",
                "C-2026-000002", "R-2027-000001",
            ])
    }
}

extension Books {
    /// The numbers of all invoices, payments, refunds and credit notes in the history, oldest first.
    var numbers: [String] {
        given.feed.compactMap { recorded in
            switch recorded.event {
            case .billing(.invoiceIssued(let event)): event.number
            case .billing(.paymentRecorded(let event)): event.number
            case .billing(.paymentRefunded(let event)): event.number
            case .billing(.creditNoteIssued(let event)): event.number
            default: nil
            }
        }
    }
}
