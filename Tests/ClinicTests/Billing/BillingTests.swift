import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct BillingTests {
    private let patient = #"00000000-0000-7000-8000-0000000000a1"#

    private func registered() throws -> Given {
        given(
            try Founded.clinic(),
            try event(
                "patient-registered",
                #"{"patient_id":"\#(patient)","details":{"given":"Ada","family":"Müller","birth_date":"1980-02-01","contact":{}},"identity":"0a1b2c3d"}"#
            ))
    }

    private func issue(_ id: UInt64, _ amount: Int64, appointment: ID<Appointment>? = nil) -> IssueInvoice {
        IssueInvoice(
            invoice: ID(UUIDBytes(high: 1, low: id)), patient: 0xa1, appointment: appointment,
            lines: [.init(service: nil, description: Personal("Filling"), quantity: 1, unitPrice: Money(amount, .euro))]
        )
    }

    private func invoiced(_ amounts: Int64...) throws -> Given {
        var given = try registered()
        for (index, amount) in amounts.enumerated() {
            given = try given.when(issue(UInt64(index + 1), amount), at: noon).thenWhatever()
        }
        return given
    }

    private func invoice(_ number: UInt64) -> ID<Invoice> { ID(UUIDBytes(high: 1, low: number)) }
    private func payment(_ number: UInt64) -> ID<Payment> { ID(UUIDBytes(high: 2, low: number)) }
    private func refund(_ number: UInt64) -> ID<Refund> { ID(UUIDBytes(high: 3, low: number)) }

    private func pay(_ number: UInt64, _ amount: Int64, for payer: RecordPayment.Payer) -> RecordPayment {
        RecordPayment(
            payment: payment(number), payer: payer, PaymentTerms(amount: Money(amount, .euro), method: .card))
    }

    private func refund(_ number: UInt64, _ amount: Int64, of payment: ID<Payment>) -> RefundPayment {
        RefundPayment(
            refund: refund(number), payment: payment, amount: Money(amount, .euro), method: .card,
            reason: Personal("goodwill"))
    }

    private func account(_ given: Given) -> PatientAccount {
        given.state(Subject<PatientAccount>(.patientAccount(0xa1)))
    }

    @Test func `invoice numbers have no gaps and restart each year`() throws {
        let given = try invoiced(100, 200)
            .when(issue(3, 300), at: "2027-01-02T10:00:00Z").thenWhatever()
        let numbers = given.feed.compactMap { recorded -> String? in
            guard case .billing(.invoiceIssued(let issued)) = recorded.event else { return nil }
            return issued.number
        }
        let year = try #require(CivilDate(iso8601: "\(noon)".prefix(10))).year
        #expect(numbers == ["\(year)-000001", "\(year)-000002", "2027-000001"])
    }

    @Test func `each year's invoice numbers count on without gaps, even if a server's clock is still in the old year`()
        throws
    {
        let given = try invoiced(100)
            .when(issue(2, 200), at: "2027-01-01T10:00:00Z").thenWhatever()
            .when(issue(3, 300), at: "2026-12-31T22:00:00Z").thenWhatever()
            .when(issue(4, 400), at: "2027-01-01T10:00:01Z").thenWhatever()
        let numbers = given.feed.compactMap { recorded -> String? in
            guard case .billing(.invoiceIssued(let issued)) = recorded.event else { return nil }
            return issued.number
        }
        #expect(numbers == ["2026-000001", "2027-000001", "2026-000002", "2027-000002"])
    }

    @Test func `an invoice has the date in the clinic's time zone, even if a new year has just begun there`() throws {
        let given = try registered().when(issue(1, 100), at: "2026-12-31T23:30:00Z").thenWhatever()
        guard case .billing(.invoiceIssued(let issued))? = given.feed.last?.event else {
            Issue.record("no invoice")
            return
        }
        #expect(issued.number == "2027-000001")
        #expect(issued.issuedOn == "2027-01-01")
    }

    @Test func `a patient's invoice for another patient's appointment is refused`() throws {
        let booked = try event(
            "appointment-booked",
            #"{"visit":{"appointment_id":"00000000-0000-7000-8000-000000000007","patient_id":"00000000-0000-7000-8000-0000000000a2","#
                + #""service_id":"\#(patient)","place":{"doctor_id":"\#(patient)","chair_id":"\#(patient)","date":"2026-11-23","#
                + #""start":"2026-11-23T08:00:00Z","end":"2026-11-23T08:45:00Z"}},"#
                + #""wall_time":{"local":"2026-11-23T09:00","zone":"Europe/Berlin"},"#
                + #""terms":{"service_name":"A","doctor_name":"B","chair_name":"C","cancel_before":"2026-11-21T08:00:00Z"},"#
                + #""status":"booked"}"#)
        try registered().and([booked]).when(issue(1, 100, appointment: 7), at: noon)
            .thenRejected(.appointmentOfAnotherPatient)
    }

    @Test func `an invoice is paid from the patient's oldest credit first`() throws {
        let given = try invoiced(100, 100)
            .when(pay(1, 140, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(pay(2, 60, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(ApplyCredit(invoice: invoice(2)), at: noon).thenWhatever()
        #expect(account(given).receipts.map(\.credit) == [0, 0])
        let part = try invoiced(100, 50)
            .when(pay(1, 140, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(pay(2, 60, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(ApplyCredit(invoice: invoice(2)), at: noon).thenWhatever()
        #expect(account(part).receipts.map(\.credit) == [0, 50])
    }

    @Test(arguments: [0, -1] as [Int64])
    func `a refund of zero or a negative amount is rejected`(amount: Int64) throws {
        try invoiced(100).when(pay(1, 100, for: .patient(0xa1)), at: noon).thenWhatever()
            .when(refund(1, amount, of: payment(1)), at: noon).thenRejected(.amountOutOfBounds)
    }

    @Test func `credit does not pay a void invoice`() throws {
        let given = try invoiced(1000, 500)
            .when(pay(1, 1300, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(VoidInvoice(invoice: invoice(2), reason: Personal("wrong patient")), at: noon).thenWhatever()
        given.when(ApplyCredit(invoice: invoice(2)), at: noon).thenRejected(.notOpen(.invoiceIsVoid))
        #expect(account(given).credit == 300)
        #expect(account(given).open == 0)
    }

    @Test func `an invoice for an unknown patient or appointment is rejected`() throws {
        given(try Founded.clinic()).when(issue(1, 100), at: noon).thenRejected(.unknownPatient)
        try registered().when(issue(1, 100, appointment: 7), at: noon).thenRejected(.unknownAppointment)
    }

    @Test func `an invoice line that names no service must have a price`() throws {
        let bare = IssueInvoice(
            invoice: invoice(1), patient: 0xa1, appointment: nil,
            lines: [.init(service: nil, description: Personal("Filling"), quantity: 1, unitPrice: nil)])
        try registered().when(bare, at: noon).thenRejected(.incompleteLine(index: 0))
    }

    @Test func `invoices with a negative or too large total are refused`() throws {
        try registered().when(issue(1, -1), at: noon).thenRejected(.totalOutOfBounds)
        let most = Money.bounds.upperBound
        func gold(_ quantity: Quantity, lines: Int) -> IssueInvoice {
            let line = IssueInvoice.Line(
                service: nil, description: Personal("Gold"), quantity: quantity, unitPrice: Money(most, .euro))
            return IssueInvoice(
                invoice: invoice(1), patient: 0xa1, appointment: nil, lines: Array(repeating: line, count: lines))
        }
        try registered().when(gold(1000, lines: 1), at: noon).thenRejected(.totalOutOfBounds)
        try registered().when(gold(1, lines: 2), at: noon).thenRejected(.totalOutOfBounds)
    }

    @Test func `an invoice line in another currency than the clinic's is refused`() throws {
        let dollars = Money(450, try #require(Currency("USD")))
        let line = IssueInvoice.Line(
            service: nil, description: Personal("Filling"), quantity: 1, unitPrice: dollars)
        let invoice = IssueInvoice(invoice: invoice(1), patient: 0xa1, appointment: nil, lines: [line])
        try registered().when(invoice, at: noon).thenRejected(.otherCurrency(expected: .euro))
    }

    @Test func `two partial payments settle an invoice`() throws {
        let given = try invoiced(1000)
            .when(pay(1, 400, for: .invoice(invoice(1))), at: noon).thenWhatever()
            .when(pay(2, 600, for: .invoice(invoice(1))), at: noon).thenWhatever()
        #expect(account(given).open == 0)
        let document = try #require(given.document(Invoices.self, DocumentKey(invoice(1))))
        #expect(document.contains(#""status":"paid""#))
        #expect(document.contains(#""paid":1000,"balance":0"#))
    }

    @Test func `an overpayment becomes the patient's credit, which can be applied to another invoice`() throws {
        let given = try invoiced(1000, 500)
            .when(pay(1, 1300, for: .invoice(invoice(1))), at: noon).thenWhatever()
        #expect(account(given).credit == 300)
        let applied = try given.when(ApplyCredit(invoice: invoice(2)), at: noon).thenWhatever()
        #expect(account(applied).credit == 0)
        #expect(account(applied).open == 200)
        applied.when(ApplyCredit(invoice: invoice(2)), at: noon).thenRejected(.noCredit)
    }

    @Test func `a patient's payment is used for the oldest invoices first`() throws {
        let given = try invoiced(300, 300, 300)
            .when(pay(1, 500, for: .patient(0xa1)), at: noon).thenWhatever()
        #expect(account(given).charges.map(\.paid) == [300, 200, 0])
    }

    @Test
    func
        `a refund uses the payment's credit first, then its parts for invoices, the latest first, up to their sum`()
        throws
    {
        let given = try invoiced(300, 300)
            .when(pay(1, 700, for: .patient(0xa1)), at: noon).thenWhatever()
            .when(refund(1, 250, of: payment(1)), at: noon).thenWhatever()
        #expect(account(given).credit == 0)
        #expect(account(given).charges.map(\.paid) == [300, 150])
        given.when(refund(2, 451, of: payment(1)), at: noon).thenRejected(
            .exceedsRefundable(refundable: Money(450, .euro)))
        let all = try given.when(refund(2, 450, of: payment(1)), at: noon).thenWhatever()
        #expect(account(all).charges.map(\.paid) == [0, 0])
        let document = try #require(all.document(Payments.self, DocumentKey(payment(1))))
        #expect(document.contains(#""refunded":700"#))
    }

    @Test func `an invoice with payments cannot be voided until the payments are refunded`() throws {
        let given = try invoiced(300).when(pay(1, 100, for: .invoice(invoice(1))), at: noon).thenWhatever()
        given.when(VoidInvoice(invoice: invoice(1), reason: Personal("wrong patient")), at: noon)
            .thenRejected(.partlyPaid(paid: Money(100, .euro)))
        let void = try given.when(refund(1, 100, of: payment(1)), at: noon).thenWhatever()
            .when(VoidInvoice(invoice: invoice(1), reason: Personal("wrong patient")), at: noon).thenWhatever()
        #expect(account(void).open == 0)
        void.when(pay(2, 100, for: .invoice(invoice(1))), at: noon).thenRejected(.invoiceIsVoid)
    }

    @Test func `payments in another currency or with an amount of zero are rejected`() throws {
        let dollars = RecordPayment(
            payment: payment(1), payer: .patient(0xa1),
            PaymentTerms(
                amount: Money(100, try #require(Currency("USD"))),
                method: .cash))
        try invoiced(100).when(dollars, at: noon).thenRejected(.otherCurrency(expected: .euro))
        try invoiced(100).when(pay(1, 0, for: .patient(0xa1)), at: noon).thenRejected(.amountOutOfBounds)
    }

    @Test
    func `a payment for an unknown invoice or patient is rejected for this reason, even if the amount is wrong too`()
        throws
    {
        let amounts = [Money(100, try #require(Currency("USD"))), Money(0, .euro)]
        for amount in amounts {
            func pay(_ payer: RecordPayment.Payer) -> RecordPayment {
                RecordPayment(payment: payment(1), payer: payer, PaymentTerms(amount: amount, method: .card))
            }
            try invoiced(100)
                .when(pay(.invoice(invoice(9))), at: noon).thenRejected(.unknownInvoice)
                .when(pay(.patient(0xff)), at: noon).thenRejected(.unknownPatient)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `a payment's parts (for invoices, as credit, refunded) always add up to its amount`(_ seed: UInt64)
        throws
    {
        var random = Draws(seed)
        var given = try invoiced(500, 700, 900)
        for step in 1...60 as ClosedRange<UInt64> {
            let amount = Int64(random.next() % 400) + 1
            switch random.next() % 4 {
            case 0:
                given = try given.when(pay(step, amount, for: .patient(0xa1)), at: noon).thenWhatever()
            case 1:
                let target = invoice(random.next() % 3 + 1)
                given = try given.when(pay(step, amount, for: .invoice(target)), at: noon).thenWhatever()
            case 2:
                let command = ApplyCredit(invoice: invoice(random.next() % 3 + 1))
                if let next = try? given.when(command, at: noon).thenWhatever() { given = next }
            default:
                let receipts = account(given).receipts
                guard !receipts.isEmpty else { continue }
                let receipt = receipts[Int(random.next() % UInt64(receipts.count))]
                let command = refund(step, amount, of: receipt.payment)
                if let next = try? given.when(command, at: noon).thenWhatever() { given = next }
            }
            let account = account(given)
            for receipt in account.receipts {
                let allocated = receipt.allocations.reduce(0) { $0 + $1.amount }
                #expect(allocated + receipt.credit + receipt.refunded == receipt.amount.amount)
                #expect(receipt.credit >= 0 && receipt.refundable >= 0)
            }
            for charge in account.charges { #expect((0...charge.total).contains(charge.paid)) }
            let document = try #require(given.document(PatientAccounts.self, DocumentKey(0xa1 as ID<Patient>)))
            #expect(document.contains(#""open":\#(account.open),"credit":\#(account.credit)}"#))
        }
    }
}

/// A random number generator that returns the same numbers for the same seed (xorshift64; Marsaglia 2003).
private struct Draws {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
