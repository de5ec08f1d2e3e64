import Clinic
import EventSourcing
import JSON
import Testing

@Suite struct InvoiceLineTests {
    private func issued(_ lines: IssueInvoice.Line...) throws -> InvoiceIssued {
        var books = try Books()
        return try books.issue(1, 0, lines: lines)
    }

    @Test func `an invoice line's net is price by decimal quantity less discount, and the total adds the tax`() throws {
        let invoice = try issued(
            Books.line(14_000, quantity: Quantity(thousandths: 1500), discount: 1_000, tax: 19_000))
        #expect(invoice.lines[0].net == 20_000)
        #expect(invoice.tax == 3_800)
        #expect(invoice.total.amount == 23_800)
    }

    @Test(arguments: [(333, 1), (500, 2), (499, 1), (1_500, 5)] as [(Int64, Int64)])
    func `the price of a decimal quantity is rounded to the nearest minor unit, half away from zero`(
        _ thousandths: Int64, _ expected: Int64
    )
        throws
    {
        let up = try issued(Books.line(3, quantity: Quantity(thousandths: thousandths)))
        #expect(up.total.amount == expected)
        let both = try issued(Books.line(100), Books.line(-3, quantity: Quantity(thousandths: thousandths)))
        #expect(both.total.amount == 100 - expected)
    }

    @Test
    func `an invoice has the clinic's payment term, and its lines without a tax rate have the clinic's tax rate`()
        throws
    {
        var books = try Books()
        try books.run(SetBillingTerms(BillingTerms(taxRate: TaxRate(thousandths: 8_100), paymentTermDays: 30)))
        let invoice = try books.issue(1, 0, lines: [Books.line(1_000), Books.line(1_000, tax: 0)])
        #expect(invoice.lines.map(\.tax) == [81, nil])
        #expect(invoice.dueOn == invoice.issuedOn.adding(days: 30))
    }

    @Test func `an invoice is refused if a discount of more than a line's price makes the total negative`() throws {
        let books = try Books()
        let issue = IssueInvoice(
            invoice: Books.invoice(1), patient: Books.patient, appointment: nil,
            lines: [Books.line(100, discount: 101)])
        #expect(books.rejection(issue) == .totalOutOfBounds)
    }

    @Test(arguments: ["1", "1.5", "0.001", "1000", "0.125"])
    func `an invoice line's quantity is read and written as the same decimal`(_ text: String) throws {
        let quantity = try Quantity.codec.decode(parsing: Array(text.utf8))
        #expect(String(decoding: Quantity.codec.bytes(quantity), as: UTF8.self) == text)
    }

    @Test(arguments: ["0", "1.0005", "1000.001", "-1", "\"1\"", "1e300"])
    func `an invoice line's quantity is refused if it is zero, negative, over 1000, or has four decimals`(
        _ text: String
    ) throws {
        #expect(throws: DecodingProblem.self) { try Quantity.codec.decode(parsing: Array(text.utf8)) }
    }
}
