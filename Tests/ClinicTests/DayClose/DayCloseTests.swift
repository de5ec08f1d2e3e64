import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct DayCloseTests {
    private typealias B = Books
    private static let today: CivilDate = "2026-11-23"

    private func close(_ counted: [PaymentMethod: Int64], on date: CivilDate? = nil) -> CloseDrawerDay {
        CloseDrawerDay(
            .first, on: date,
            counted: counted.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                CloseDrawerDay.Count(method: $0.key, amount: B.euro($0.value))
            })
    }

    private func document(_ books: Books) throws -> String {
        try #require(books.given.document(DrawerDays.self, .text("2026-11-23-01")))
    }

    @Test func `a day close records the expected money, and its difference from the counted money, by payment method`()
        throws
    {
        var books = try Books(10_000)
        try books.pay(1, 3_000, by: .cash)
        try books.pay(2, 2_000, by: .card)
        try books.refund(1, 500, of: 2)
        let events = try books.run(close([.cash: 2_950, .card: 1_500]))
        guard case .drawer(.dayClosed(let closed))? = events.first else {
            Issue.record("the day was not closed")
            return
        }
        #expect(closed.day.date == Self.today)
        #expect(closed.expected == [MethodAmount(.cash, 3_000), MethodAmount(.card, 1_500)])
        let document = try document(books)
        #expect(
            document.contains(
                #""counted":{"amount":2950,"currency":"EUR"},"difference":{"amount":-50,"currency":"EUR"}"#))
        #expect(document.contains(#""status":"closed""#))
    }

    @Test func `a drawer's closed day rejects payments and refunds; the next day and other drawers do not`() throws {
        var books = try Books(10_000)
        try books.pay(1, 3_000, by: .cash)
        try books.run(close([.cash: 3_000]))
        let pay = RecordPayment(
            payment: B.payment(2), payer: .patient(B.patient), PaymentTerms(amount: B.euro(1), method: .cash))
        #expect(books.rejection(pay) == .dayClosed)
        let refund = RefundPayment(
            refund: 1, payment: B.payment(1), amount: B.euro(1), method: .cash, reason: Personal("x"))
        #expect(books.rejection(refund) == .dayClosed)
        #expect(books.rejection(EnterPaymentInError(B.payment(1), reason: Personal("x"))) == .dayClosed)
        #expect(books.rejection(close([.cash: 3_000])) == .alreadyClosed)
        let tomorrow = noon.adding(days: 1)
        #expect(books.rejection(pay, at: tomorrow) == nil)
        #expect(books.rejection(refund, at: tomorrow) == nil)
        let other = try #require(CashDrawer(2))
        let elsewhere = RecordPayment(
            payment: B.payment(2), payer: .patient(B.patient),
            PaymentTerms(
                amount: B.euro(1), method: .cash,
                drawer: other))
        #expect(books.rejection(elsewhere) == nil)
    }

    @Test
    func `a drawer's day is closed only if the money of each payment method was counted once, and not in advance`()
        throws
    {
        var books = try Books(10_000)
        try books.pay(1, 3_000, by: .cash)
        try books.pay(2, 2_000, by: .card)
        #expect(books.rejection(close([.cash: 3_000])) == .uncounted([.card]))
        let twice = CloseDrawerDay(
            .first, on: nil,
            counted: [.cash, .card, .cash].map { CloseDrawerDay.Count(method: $0, amount: B.euro(1)) })
        #expect(books.rejection(twice) == .repeatedMethod(index: 2))
        #expect(books.rejection(close([:], on: Self.today.adding(days: 1))) == .inFuture)
    }

    @Test func `a reopened day of a drawer takes money again, and its document shows no counted money`() throws {
        var books = try Books(10_000)
        try books.pay(1, 3_000, by: .cash)
        try books.run(close([.cash: 3_000]))
        try books.run(ReopenDrawerDay(DrawerDayKey(Self.today, .first)))
        try books.pay(2, 1_000, by: .cash)
        let document = try document(books)
        #expect(document.contains(#""expected":{"amount":4000,"currency":"EUR"}"#))
        #expect(!document.contains("counted"))
        try books.run(close([.cash: 4_000]))
    }

    @Test func `a payment marked as entered in error is not part of the money that the day close expects`() throws {
        var books = try Books(10_000)
        try books.pay(1, 3_000, by: .cash)
        try books.run(EnterPaymentInError(B.payment(1), reason: Personal("mistake")))
        #expect(books.rejection(close([.cash: 0])) == nil)
        #expect(try document(books).contains(#""expected":{"amount":0,"currency":"EUR"}"#))
    }
}
