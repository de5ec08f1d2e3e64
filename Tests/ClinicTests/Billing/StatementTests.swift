import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct StatementTests {
    private typealias B = Books

    private func history(_ books: Books) -> AccountHistory { books.given.state(.accountHistory(B.patient)) }

    private func balance(_ history: AccountHistory, _ end: Instant) -> [Int64] {
        let balance = history.balance(before: end)
        return [balance.open, balance.credit]
    }

    @Test
    func `the balance of a patient's account before an instant counts the invoices and payments before that instant`()
        throws
    {
        var books = try Books()
        try books.issue(1, 1_000, at: "2026-11-20T10:00:00Z")
        try books.pay(1, 400, at: "2026-11-22T10:00:00Z")
        try books.pay(2, 900, at: "2026-11-23T10:00:00Z")
        let history = history(books)
        #expect(balance(history, "2026-11-20T00:00:00Z") == [0, 0])
        #expect(balance(history, "2026-11-21T00:00:00Z") == [1_000, 0])
        #expect(balance(history, "2026-11-23T00:00:00Z") == [600, 0])
        #expect(balance(history, "2026-11-24T00:00:00Z") == [0, 300])
    }

    @Test func `the changes in the history of a patient's account add up to the sum owed less the credit`() throws {
        var books = try Books(1_000, 2_000, 300)
        try books.pay(1, 2_500)
        try books.run(B.credit(1, 700, of: 1))
        try books.refund(1, 100, of: 1)
        try books.refund(2, 2_000, of: 1, goodwill: true)
        try books.run(WriteOffInvoice(invoice: B.invoice(3), reason: Personal("small")))
        try books.pay(2, 50)
        try books.run(EnterPaymentInError(B.payment(2), reason: Personal("mistake")))
        let sum = history(books).entries.reduce(0) { $0 + $1.amount }
        #expect(sum == books.account.open - books.account.credit)
        try books.expectBalance()
    }
}
