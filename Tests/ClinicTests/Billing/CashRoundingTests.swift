import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct CashRoundingTests {
    private typealias B = Books

    /// A patient's account with an invoice for each amount, in a clinic that rounds cash to a multiple of `unit`.
    private static func insured(_ amounts: Int64..., unit: Int = 5) throws -> Insured {
        var insured = try Insured()
        try insured.books.run(
            SetBillingTerms(BillingTerms(taxRate: .zero, paymentTermDays: 14, cashRounding: unit)))
        for (index, amount) in amounts.enumerated() { try insured.books.issue(UInt64(index + 1), amount) }
        return insured
    }

    private func pay(
        _ amount: Int64, _ method: PaymentMethod = .cash, of invoice: UInt64? = 1, number: UInt64 = 1,
        credit: Bool = false
    ) -> RecordPayment {
        RecordPayment(
            payment: B.payment(number), payer: invoice.map { .invoice(B.invoice($0)) } ?? .patient(B.patient),
            PaymentTerms(amount: B.euro(amount), method: method, acceptsCredit: credit))
    }

    private func refund(_ amount: Int64, _ method: PaymentMethod = .cash, of payment: UInt64 = 1) -> RefundPayment {
        RefundPayment(
            refund: ID(UUIDBytes(high: 3, low: payment)), payment: B.payment(payment), amount: B.euro(amount),
            method: method, reason: Personal("asked"))
    }

    /// The sums of collections, refunds, revenue and rounding over all events of an account.
    private func figures(_ books: Books) -> [Int64] {
        books.given.feed.reduce(into: [0, 0, 0, 0]) { sums, recorded in
            guard case .billing(let event) = recorded.event else { return }
            let figures = event.figures
            let parts = [figures.collections, figures.refunds, figures.revenue, figures.rounding]
            for (index, part) in parts.enumerated() { sums[index] += part }
        }
    }

    @Test(
        arguments: [
            (5, 1_743, 1_743, 1_745), (5, 1_743, 1_745, 1_745), (5, 1_742, 1_742, 1_740), (5, 1_742, 1_740, 1_740),
            (5, 1_745, 1_745, 1_745), (100, 1_750, 1_800, 1_800), (100, 1_749, 1_749, 1_700), (10, 5, 5, 10),
        ] as [(Int, Int64, Int64, Int64)])
    func `a payment in cash that settles an invoice is rounded, and the invoice is paid`(
        unit: Int, open: Int64, amount: Int64, cash: Int64
    ) throws {
        for invoice in [1, nil] as [UInt64?] {
            var books = try Self.insured(open, unit: unit).books
            try books.run(pay(amount, of: invoice))
            let receipt = try #require(books.account[B.payment(1)])
            #expect(receipt.amount == B.euro(cash))
            #expect(receipt.rounding == cash - open)
            #expect(receipt.credit == 0)
            #expect(books.account.open == 0)
            #expect(try books.document(ofInvoice: 1).contains(#""status":"paid""#))
            try books.expectBalance()
        }
    }

    @Test func `of several payments of an invoice, only a payment in cash that settles the invoice is rounded`() throws
    {
        var books = try Self.insured(1_743).books
        try books.run(pay(1_000, .card))
        try books.run(pay(500, number: 2))
        try books.run(pay(245, number: 3))
        #expect(books.account.receipts.map(\.rounding) == [0, 0, 2])
        #expect(books.account.open == 0)
        var cashFirst = try Self.insured(1_743).books
        try cashFirst.run(pay(1_000))
        try cashFirst.run(pay(743, .card, number: 2))
        #expect(cashFirst.account.receipts.map(\.rounding) == [0, 0])
    }

    @Test
    func `a payment in cash that settles no invoice must be a multiple of the rounding unit, and one by card need not`()
        throws
    {
        var books = try Self.insured(1_743).books
        #expect(books.rejection(pay(1_012)) == .notInCash(CashRounding(unit: 5)))
        #expect(books.rejection(pay(2_001, credit: true)) == .notInCash(CashRounding(unit: 5)))
        try books.run(pay(1_012, .card))
        #expect(books.account.open == 731)
        let exact = try Insured(1_743)
        #expect(exact.books.rejection(pay(1_012)) == nil, "the clinic does not round")
        #expect(exact.books.rejection(pay(1_745)) == .overpaid(open: B.euro(1_743)))
    }

    @Test
    func `a cash payment above the rounded open sum is refused, or is not rounded and leaves credit if permitted`()
        throws
    {
        var books = try Self.insured(1_743).books
        #expect(books.rejection(pay(1_750)) == .overpaid(open: B.euro(1_745)))
        #expect(books.rejection(pay(1_745, .card)) == .overpaid(open: B.euro(1_743)))
        try books.run(pay(2_000, credit: true))
        #expect(books.account.credit == 257)
        #expect(books.account.receipts.map(\.rounding) == [0])
    }

    @Test func `a sum that rounds to zero cannot be paid in cash`() throws {
        let books = try Self.insured(2).books
        #expect(books.rejection(pay(2)) == .amountOutOfBounds)
    }

    @Test func `the patient's share of an invoice with a claim is rounded in cash, and the payer's share stays open`()
        throws
    {
        var insured = try Self.insured(10_013)
        try insured.submit(amount: 8_010)
        try insured.books.run(pay(2_005))
        let charge = try #require(insured.books.account[B.invoice(1)])
        #expect(charge.open == 8_010)
        #expect(insured.books.account.receipts.map(\.rounding) == [2])
    }

    @Test func `the rounding of a family's payment in cash is booked for the member with the largest part`() throws {
        var desk = try Desk(Practice(patients: 3))
        let (parent, child) = (Practice.patient(1), Practice.patient(2))
        try desk.run(
            SetBillingTerms(BillingTerms(taxRate: .zero, paymentTermDays: 14, cashRounding: 5)), at: noon)
        try desk.run(SetFamilyAccount(parent, members: [child]), at: noon)
        for (number, owner, amount) in [(1, parent, 742), (2, child, 1_001)] as [(UInt64, ID<Patient>, Int64)] {
            try desk.run(
                IssueInvoice(
                    invoice: B.invoice(number), patient: owner, appointment: nil, lines: [B.line(amount)]), at: noon)
        }
        let terms = PaymentTerms(amount: B.euro(1_743), method: .cash, acceptsCredit: false)
        try desk.run(PayFamily(0xf1, of: parent, payments: [B.payment(1), B.payment(2)], terms), at: noon)
        let document = try #require(desk.given.document(FamilyPayments.self, DocumentKey(0xf1 as ID<FamilyPayment>)))
        #expect(document.contains(#""amount":{"amount":1745,"currency":"EUR"},"payments":["#))
        for (patient, amount) in [(parent, 742), (child, 1_003)] as [(ID<Patient>, Int64)] {
            let account = desk.given.state(Subject<PatientAccount>(.patientAccount(patient)))
            #expect(account.open == 0)
            #expect(account.receipts.map(\.amount.amount) == [amount])
        }
    }

    @Test func `a full refund in cash of a rounded payment opens the paid invoice again, and no rounding is left`()
        throws
    {
        for amount in [1_743, 1_745] as [Int64] {
            var books = try Self.insured(1_743).books
            try books.run(pay(1_745))
            try books.run(refund(amount))
            #expect(books.account.open == 1_743)
            #expect(books.account[B.payment(1)]?.refundable == 0)
            #expect(figures(books) == [1_745, 1_745, 0, 0])
            try books.expectBalance()
        }
    }

    @Test func `a refund by card of a rounded payment in cash is exact, and the payment's rounding stays`() throws {
        var books = try Self.insured(1_743).books
        try books.run(pay(1_745))
        #expect(books.rejection(refund(1_745, .card)) == .exceedsRefundable(refundable: B.euro(1_743)))
        try books.run(refund(1_743, .card))
        #expect(figures(books) == [1_745, 1_743, 0, 2])
    }

    @Test func `a credit that was paid by card is refunded in cash with rounding`() throws {
        var books = try Self.insured(1_000).books
        try books.run(pay(2_743, .card, credit: true))
        try books.run(refund(1_743))
        #expect(books.account.credit == 0)
        #expect(books.account.open == 0)
        #expect(figures(books) == [2_743, 1_745, 1_000, -2])
        let document = try #require(books.given.document(Payments.self, DocumentKey(B.payment(1))))
        #expect(document.contains(#""refunded":1743,"refunds":[{"#))
        #expect(document.contains(#""amount":1745,"method":"cash""#))
        #expect(document.contains(#""rounding":2}]"#))
        #expect(books.rejection(refund(2, of: 1)) == .amountOutOfBounds, "it rounds to nothing")
    }

    @Test func `a rounded payment that is marked as entered in error leaves no rounding`() throws {
        var books = try Self.insured(1_742).books
        try books.run(pay(1_740))
        #expect(figures(books) == [1_740, 0, 1_742, -2])
        try books.run(EnterPaymentInError(B.payment(1), reason: Personal("Mistake")))
        #expect(figures(books) == [0, 0, 0, 0])
        #expect(books.account.open == 1_742)
    }

    @Test func `payment, statement and ledger show the rounding of cash, and the day close expects the rounded amount`()
        throws
    {
        var books = try Self.insured(1_743).books
        try books.run(pay(1_745))
        let document = try #require(books.given.document(Payments.self, DocumentKey(B.payment(1))))
        #expect(document.hasSuffix(#""rounding":2}"#))
        let history = books.given.state(Subject<AccountHistory>.accountHistory(B.patient))
        #expect(history.entries.map(\.kind) == [.invoice, .payment, .rounding])
        #expect(history.entries.map(\.amount) == [1_743, -1_745, 2])
        let day = books.given.state(Subject<DrawerDay>.drawerDay(DrawerDayKey("2026-11-23", .first)))
        #expect(day.expected == [MethodAmount(.cash, 1_745)])
        let position = books.given.feed.count
        let line = try #require(books.given.row(LedgerLines.self, .text("\(position)")))
        #expect(line.column("collections", of: LedgerLines.self) == .int64(1_745))
        #expect(line.column("revenue", of: LedgerLines.self) == .int64(1_743))
        #expect(line.column("rounding", of: LedgerLines.self) == .int64(2))
    }

    @Test func `a clinic stops rounding cash when its billing terms have a rounding of 0, or none`() throws {
        for unit in [0, nil] {
            var books = try Self.insured(1_743).books
            let terms = BillingTerms(taxRate: .zero, paymentTermDays: 14, cashRounding: unit)
            try books.run(SetBillingTerms(terms))
            #expect(terms == .standard)
            try books.run(pay(1_743))
            #expect(books.account.receipts.map(\.amount) == [B.euro(1_743)])
        }
    }
}
