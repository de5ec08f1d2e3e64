import Clinic
import EventSourcing
import Testing

@Suite struct InstalmentTests {
    private typealias B = Books

    private func agree(_ amounts: [Int64], from first: CivilDate = "2026-12-01", every days: Int = 30)
        -> AgreeInstalments
    {
        AgreeInstalments(
            invoice: B.invoice(1),
            amounts.enumerated().map { index, amount in
                AgreeInstalments.Part(dueOn: first.adding(days: index * days), amount: B.euro(amount))
            })
    }

    @Test func `payments of an invoice settle its instalments one after the other, the earliest first`() throws {
        var books = try Books(900)
        try books.run(agree([300, 300, 300]))
        try books.pay(1, 400)
        let answer = try Invoices.answer.answer(Array(books.document(ofInvoice: 1).utf8))
        let text = String(decoding: answer, as: UTF8.self)
        let open = text.matches(of: /"open":\{"amount":(\d+)/).map { String($0.output.1) }
        #expect(open == ["0", "200", "300"])
    }

    @Test func `instalments must add up to the invoice's open amount, on ascending days from today on`() throws {
        var books = try Books(900)
        #expect(books.rejection(agree([300, 300])) == .otherSum(open: B.euro(900)))
        #expect(books.rejection(agree([900, 0])) == .otherSum(open: B.euro(900)))
        #expect(books.rejection(agree([450, 450], every: 0)) == .badDates(index: 1))
        #expect(books.rejection(agree([900], from: "2026-11-22")) == .badDates(index: 0))
        try books.pay(1, 900)
        #expect(books.rejection(agree([900])) == .notOpen(.nothingOpen))
    }
}
