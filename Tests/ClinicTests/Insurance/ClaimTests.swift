import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct ClaimTests {
    private typealias B = Books

    @Test func `a claim is a draft, then submitted, then partly accepted, and paid in the end`() throws {
        var insured = try Insured(1_000)
        try insured.books.run(Insured.make(1))
        #expect(try insured.known().status == .draft)
        #expect(try insured.known().amount == 800)
        try insured.books.run(AdvanceClaim(Insured.claim(1), .submit))
        #expect(try insured.known().status == .submitted)
        try insured.books.run(Insured.answer(1, 600))
        #expect(try insured.known().status == .partlyAccepted)
        try insured.books.run(Insured.pay(1, 200))
        #expect(try insured.known().status == .partlyAccepted)
        try insured.books.run(Insured.pay(2, 400))
        #expect(try insured.known().status == .paid)
        #expect(insured.books.account.open == 400)
        #expect(insured.books.account.credit == 0)
        try insured.books.expectBalance()
        let document = try insured.document()
        #expect(document.contains(#""status":"paid""#))
        #expect(document.contains(#""paid":{"amount":600,"currency":"EUR"}"#))
        #expect(document.contains(#""outstanding":{"amount":0,"currency":"EUR"}"#))
    }

    @Test func `a claim has the status accepted if its whole amount is accepted, and denied if nothing is accepted`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 800)
        #expect(try insured.known().status == .accepted)
        try insured.books.run(Insured.answer(1, 0))
        #expect(try insured.known().status == .denied)
        #expect(insured.books.account.withPayers == 0)
        let tooMuch = insured.books.rejection(Insured.answer(1, 1_001))
        #expect(tooMuch == .acceptedOutOfBounds(0...1_000))
    }

    @Test func `a step that a claim's status does not permit is refused`() throws {
        var insured = try Insured(1_000)
        try insured.books.run(Insured.make(1))
        #expect(insured.books.rejection(Insured.answer(1, 1)) == .wrongStatus(.draft))
        #expect(insured.books.rejection(Insured.pay(1, 1)) == .wrongStatus(.draft))
        try insured.books.run(AdvanceClaim(Insured.claim(1), .submit))
        #expect(insured.books.rejection(Insured.pay(1, 1)) == .wrongStatus(.submitted))
        try insured.books.run(Insured.close(1))
        #expect(insured.books.rejection(AdvanceClaim(Insured.claim(1), .submit)) == .wrongStatus(.closed))
        #expect(insured.books.rejection(Insured.answer(1, 1)) == .wrongStatus(.closed))
        #expect(insured.books.rejection(Insured.answer(9, 1)) == .unknownClaim)
    }

    @Test func `a payer cannot pay more than it has accepted, or than is still open on the invoice`() throws {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 600)
        #expect(insured.books.rejection(Insured.pay(1, 601)) == .exceedsPayable(payable: B.euro(600)))
        try insured.books.pay(1, 700, for: .invoice(B.invoice(1)))
        #expect(insured.books.rejection(Insured.pay(2, 301)) == .exceedsPayable(payable: B.euro(300)))
        try insured.books.run(Insured.pay(2, 300))
        #expect(insured.books.account.open == 0)
        #expect(insured.books.account.credit == 0)
    }

    @Test func `a payer's payment above a patient's open sum is refused, even if the request accepts credit`() throws {
        let books = try Books(1_000)
        let terms = PaymentTerms(amount: B.euro(1_001), method: .insurance, acceptsCredit: true)
        let payment = RecordPayment(payment: B.payment(1), payer: .patient(B.patient), terms)
        #expect(books.rejection(payment) == .overpaid(open: B.euro(1_000)))
    }

    @Test func `a payer's payment cannot be released to credit, and a credit note does not reduce the payment`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 600)
        try insured.books.run(Insured.pay(1, 600))
        try insured.books.pay(2, 300, for: .invoice(B.invoice(1)))
        let release = ReleasePayment(B.payment(1), from: B.invoice(1), reason: Personal("wrong"))
        #expect(insured.books.rejection(release) == .ofInsurance)
        #expect(
            insured.books.rejection(B.credit(1, 401, of: 1)) == .paidByInsurance(creditable: B.euro(400)))
        try insured.books.run(B.credit(1, 400, of: 1))
        #expect(insured.books.account.credit == 300)
        #expect(insured.books.account[B.payment(1)]?.allocated(to: B.invoice(1)) == 600)
        try insured.books.expectBalance()
    }

    @Test func `an invoice with an open claim cannot be voided, credited or written off until the claim is closed`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.books.run(Insured.make(1))
        let void = VoidInvoice(invoice: B.invoice(1), reason: Personal("mistake"))
        let writeOff = WriteOffInvoice(invoice: B.invoice(1), reason: Personal("mistake"))
        #expect(insured.books.rejection(void) == .openClaim(Insured.claim(1)))
        #expect(insured.books.rejection(writeOff) == .openClaim(Insured.claim(1)))
        #expect(insured.books.rejection(B.credit(1, 1, of: 1)) == .openClaim(Insured.claim(1)))
        try insured.books.run(Insured.close(1))
        try insured.books.run(void)
        #expect(insured.books.account.open == 0)
    }

    @Test
    func `the amount of a payer's payment that was refunded or entered in error is outstanding on the claim again`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 800)
        try insured.books.run(Insured.pay(1, 500))
        try insured.books.run(Insured.pay(2, 300))
        #expect(try insured.known().status == .paid)
        try insured.books.refund(1, 100, of: 1)
        #expect(try insured.known().outstanding == 100)
        try insured.books.run(EnterPaymentInError(B.payment(2), reason: Personal("typed twice")))
        #expect(try insured.known().outstanding == 400)
        #expect(try insured.known().status == .accepted)
        #expect(try insured.document().contains(#""outstanding":{"amount":400,"currency":"EUR"}"#))
        #expect(insured.books.account.withPayers == 400)
    }

    @Test func `the amount of submitted claims is with payers, and is at most the invoice's open amount`() throws {
        var insured = try Insured(1_000, 500)
        try insured.books.run(Insured.make(1))
        #expect(insured.books.account.withPayers == 0)
        try insured.books.run(AdvanceClaim(Insured.claim(1), .submit))
        #expect(insured.books.account.withPayers == 800)
        try insured.books.pay(1, 900, for: .invoice(B.invoice(1)))
        #expect(insured.books.account.withPayers == 100)
        #expect(try insured.books.document(ofInvoice: 1).contains(#""with_payers":100"#))
        try insured.books.run(Insured.close(1))
        #expect(insured.books.account.withPayers == 0)
        #expect(try !insured.books.document(ofInvoice: 1).contains("with_payers"))
    }

    @Test func `two claims for an invoice cannot together ask for more than the invoice's open amount`() throws {
        var insured = try Insured(1_000)
        try insured.submit(amount: 700)
        #expect(insured.books.rejection(Insured.make(2, amount: 301)) == .exceedsClaimable(claimable: B.euro(300)))
        try insured.books.run(Insured.make(2, amount: 300))
    }

    @Test func `a claim for a line that the invoice does not have, or for the same line twice, is refused`() throws {
        var insured = try Insured()
        try insured.books.issue(1, 0, lines: [B.line(300), B.line(500)])
        #expect(insured.books.rejection(Insured.make(1, lines: [3])) == .unknownLine(index: 0))
        #expect(insured.books.rejection(Insured.make(1, lines: [1, 1])) == .unknownLine(index: 1))
        try insured.books.run(Insured.make(1, lines: [2]))
        #expect(try insured.known().charged == 500)
        #expect(try insured.known().amount == 400)
    }

    @Test func `no claim can be made by a removed coverage or by a coverage that is not valid on the invoice's day`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.books.run(Insured.record(CoverageTerms(validFrom: "2026-11-24", percent: 80), of: nil))
        #expect(insured.books.rejection(Insured.make(1)) == .notCovered)
        try insured.books.run(RemoveCoverage(Insured.coverage))
        #expect(insured.books.rejection(Insured.make(1)) == .coverageRemoved)
        #expect(
            insured.books.rejection(Insured.record(CoverageTerms(validFrom: "2026-01-01", percent: 1), of: nil))
                == .coverageRemoved)
    }

    @Test func `a claim touches its patient's account, and a coverage touches nothing`() throws {
        var insured = try Insured(1_000)
        try insured.books.run(Insured.record(CoverageTerms(validFrom: "2026-01-01", percent: 70), of: nil))
        #expect(insured.books.given.feed.last?.event.touches == [])
        try insured.submit()
        #expect(insured.books.given.feed.last?.event.touches == [.account(B.patient)])
    }

    @Test func `a goodwill refund is refused while a payer is expected to pay, and possible once the claim is closed`()
        throws
    {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 800)
        try insured.books.run(Insured.pay(1, 800))
        let refund = RefundPayment(
            refund: 0xd1, payment: B.payment(1), amount: B.euro(800), method: .bankTransfer,
            reason: Personal("Goodwill"),
            isGoodwill: true)
        #expect(insured.books.rejection(refund) == .openClaim(Insured.claim(1)))
        try insured.books.run(Insured.close(1))
        try insured.books.run(refund)
        #expect(insured.books.account.withPayers == 0)
    }

    @Test func `a denied claim for a void invoice cannot be accepted`() throws {
        var insured = try Insured(1_000)
        try insured.submit(accepted: 0)
        try insured.books.run(VoidInvoice(invoice: B.invoice(1), reason: Personal("Wrong patient")))
        #expect(insured.books.rejection(Insured.answer(1, 1)) == .invoiceIsVoid)
    }
}
