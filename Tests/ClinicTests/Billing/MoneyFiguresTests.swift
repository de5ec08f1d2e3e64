import Clinic
import EventSourcing
import Testing

@Suite struct MoneyFiguresTests {
    private typealias B = Books

    private func sum(_ books: Books, _ figure: (MoneyFigures) -> Int64) -> Int64 {
        books.given.feed.reduce(0) { sum, recorded in
            if case .billing(let event) = recorded.event { sum + figure(event.figures) } else { sum }
        }
    }

    @Test func `a prepayment is collected at once, and is revenue when an invoice uses it`() throws {
        var books = try Books()
        try books.pay(1, 500)
        #expect(sum(books) { $0.collections } == 500)
        #expect(sum(books) { $0.revenue } == 0)
        try books.issue(1, 300)
        try books.run(ApplyCredit(invoice: B.invoice(1)))
        #expect(sum(books) { $0.collections } == 500)
        #expect(sum(books) { $0.revenue } == 300)
    }

    @Test func `a refund has figures of its own, and does not change the figures of its payment`() throws {
        var books = try Books(1_000)
        try books.pay(1, 1_000)
        try books.refund(1, 400, of: 1)
        let entries = books.given.feed.compactMap { recorded -> MoneyFigures? in
            if case .billing(let event) = recorded.event { event.figures } else { nil }
        }
        #expect(entries.map(\.refunds) == [0, 0, 400])
        #expect(entries.map(\.collections) == [0, 1_000, 0])
        #expect(entries.map(\.revenue) == [0, 1_000, -400])
    }

    @Test
    func `credit notes and goodwill for paid invoices are adjustments, and a sum that is given up is a write-off`()
        throws
    {
        var books = try Books(1_000, 500)
        try books.pay(1, 1_000)
        try books.run(B.credit(1, 100, of: 1))
        try books.refund(1, 200, of: 1, goodwill: true)
        try books.run(WriteOffInvoice(invoice: B.invoice(2), reason: Personal("small")))
        #expect(sum(books) { $0.adjustments } == 100 + 100)
        #expect(sum(books) { $0.writeOffs } == 500)
    }
}
