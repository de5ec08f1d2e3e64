import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests an account with random sequences of commands about invoices, payments and the day close.
@Suite struct RandomBooksTests {
    private typealias B = Books

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `after random commands a patient account's sums are right, and invoice numbers have no gaps`(_ seed: UInt64)
        throws
    {
        var random = SeededNumbers(seed)
        var insured = try Insured(500, 700, 900)
        if seed.isMultiple(of: 2) {
            let unit = [5, 100].randomElement(using: &random)
            try insured.books.run(
                SetBillingTerms(BillingTerms(taxRate: .zero, paymentTermDays: 14, cashRounding: unit)))
        }
        var now = noon
        for step in 10...70 as ClosedRange<UInt64> {
            now = now.adding(minutes: Int64.random(in: 0...600, using: &random))
            if Int.random(in: 0...3, using: &random) == 0 {
                insured.tryOne(step, at: now, &random)
            } else {
                try tryOne(step, &insured.books, at: now, &random)
            }
            try insured.books.expectBalance()
            expectFigures(insured.books)
            try insured.expectClaims()
        }
        expectNoGaps(insured.books)
        try expectDays(insured.books)
    }

    /// Runs a random command about the account, which may be rejected.
    private func tryOne(_ step: UInt64, _ books: inout Books, at now: Instant, _ random: inout SeededNumbers) throws {
        let amount = Int64.random(in: 1...500, using: &random)
        let invoice = books.account.charges.randomElement(using: &random)?.invoice ?? B.invoice(1)
        let payment = books.account.receipts.randomElement(using: &random)?.payment ?? B.payment(1)
        let method = PaymentMethod.allCases.randomElement(using: &random) ?? .cash
        let why = Personal("because")
        func run<D: Decision>(_ decision: D) where D.Event == ClinicEvent { _ = try? books.run(decision, at: now) }
        switch Int.random(in: 0...12, using: &random) {
        case 0, 1:
            let line = B.line(
                amount, quantity: Quantity(thousandths: Int64.random(in: 1...5_000, using: &random)),
                tax: [0, 8_100, 19_000].randomElement(using: &random))
            run(IssueInvoice(invoice: B.invoice(step), patient: B.patient, appointment: nil, lines: [line]))
        case 2, 3: try? books.pay(step, amount, by: method, at: now)
        case 4: try? books.pay(step, amount, for: .invoice(invoice), by: method, at: now)
        case 5: run(ApplyCredit(invoice: invoice))
        case 6:
            run(
                RefundPayment(
                    refund: ID(UUIDBytes(high: 3, low: step)), payment: payment, amount: B.euro(amount), method: method,
                    reason: why, isGoodwill: Bool.random(using: &random)))
        case 7:
            run(IssueCreditNote(ID(UUIDBytes(high: 4, low: step)), of: invoice, amount: B.euro(amount), reason: why))
        case 8: run(WriteOffInvoice(invoice: invoice, reason: why))
        case 9: run(ReleasePayment(payment, from: invoice, reason: why))
        case 10: run(EnterPaymentInError(payment, reason: why))
        case 11:
            let open = books.account[invoice]?.open ?? 1
            try? books.pay(step, open, for: .invoice(invoice), by: .cash, at: now)
        default:
            if Bool.random(using: &random) {
                run(VoidInvoice(invoice: invoice, reason: why))
            } else {
                let counts = PaymentMethod.allCases.map { CloseDrawerDay.Count(method: $0, amount: B.euro(amount)) }
                run(CloseDrawerDay(.first, on: nil, counted: counts))
            }
        }
    }

    private func expectFigures(_ books: Books) {
        var (owed, money, uses) = (Int64(0), Int64(0), Int64(0))
        for recorded in books.given.feed {
            guard case .billing(let event) = recorded.event else { continue }
            let figures = event.figures
            owed += figures.production - figures.revenue - figures.writeOffs - figures.adjustments
            money += figures.collections - figures.refunds
            uses += figures.revenue + figures.rounding
        }
        #expect(owed == books.account.open)
        #expect(money == Self.kept(books))
        #expect(money == uses + books.account.credit)
        let entries = books.given.state(Subject<AccountHistory>.accountHistory(B.patient)).entries
        #expect(entries.reduce(0) { $0 + $1.amount } == books.account.open - books.account.credit)
    }

    private func expectNoGaps(_ books: Books) {
        let series = Dictionary(grouping: books.numbers) { $0.dropLast(6) }
        for (prefix, numbers) in series {
            let counts = numbers.compactMap { Int($0.suffix(6)) }
            #expect(counts == Array(1...max(1, counts.count)), "\(prefix)")
        }
    }

    /// Expects that payments less refunds and payments entered in error equal the money that the account keeps, that no
    /// payment or refund was recorded on a day after that day was closed, and that closed days still have the money
    /// that was expected when they were closed.
    private func expectDays(_ books: Books) throws {
        var (closed, sum): (Set<String>, Int64) = ([], 0)
        for recorded in books.given.feed {
            switch recorded.event {
            case .drawer(.dayClosed(let event)):
                closed.insert(event.day.date.iso8601)
                let state = books.given.state(Subject<DrawerDay>.drawerDay(event.day))
                #expect(state.expected == event.expected)
            case .billing(.paymentRecorded(let event)):
                sum += event.amount.amount
                #expect(!closed.contains(event.receivedOn?.iso8601 ?? ""))
            case .billing(.paymentRefunded(let event)):
                sum -= event.amount.amount
                #expect(!closed.contains(event.refundedOn?.iso8601 ?? ""))
            case .billing(.paymentEnteredInError(let event)): sum -= event.amount.amount
            default: break
            }
        }
        #expect(sum == Self.kept(books))
    }

    /// The money that the clinic keeps of all payments, with the clinic's gain from rounding cash.
    private static func kept(_ books: Books) -> Int64 {
        let rounding = books.given.feed.reduce(Int64(0)) { sum, recorded in
            if case .billing(let event) = recorded.event { sum + event.figures.rounding } else { sum }
        }
        return books.account.receipts.reduce(rounding) { $0 + ($1.isInError ? 0 : $1.refundable) }
    }
}

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
