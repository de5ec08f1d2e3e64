import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct InvoiceDraftTests {
    private typealias B = Books

    private func draft(_ amount: Int64, of patient: ID<Patient> = Books.patient) -> IssueInvoice {
        IssueInvoice(invoice: B.invoice(1), patient: patient, appointment: nil, lines: [B.line(amount, tax: 19_000)])
    }

    @Test func `an invoice draft for an appointment that the patient does not have is refused`() throws {
        let books = try Books()
        let invoice = IssueInvoice(
            invoice: Books.invoice(1), patient: Books.patient, appointment: 0xff, lines: [Books.line(100)])
        #expect(
            books.rejection(SaveInvoiceDraft(invoice, isChange: false)) == .unacceptable(.unknownAppointment))
    }

    @Test func `an invoice draft charges nothing and has no number until it is issued`() throws {
        var books = try Books()
        try books.run(SaveInvoiceDraft(draft(100), isChange: false))
        try books.run(SaveInvoiceDraft(draft(1_000), isChange: true))
        #expect(books.account.open == 0)
        #expect(books.numbers == [])
        try books.run(IssueInvoiceDraft(B.invoice(1)))
        #expect(books.account.open == 1_190)
        #expect(books.numbers == ["2026-000001"])
        let document = try #require(books.given.document(InvoiceDrafts.self, DocumentKey(B.invoice(1))))
        #expect(document.contains(#""status":"issued""#))
    }

    @Test func `an invoice draft that was issued or discarded cannot be changed, issued or discarded`() throws {
        for ends in [true, false] {
            var books = try Books()
            try books.run(SaveInvoiceDraft(draft(100), isChange: false))
            if ends {
                try books.run(DiscardInvoiceDraft(B.invoice(1)))
            } else {
                try books.run(IssueInvoiceDraft(B.invoice(1)))
            }
            #expect(books.rejection(SaveInvoiceDraft(draft(100), isChange: true)) == .draftEnded)
            #expect(books.rejection(IssueInvoiceDraft(B.invoice(1))) == .fault(.ended))
            #expect(books.rejection(DiscardInvoiceDraft(B.invoice(1))) == .fault(.ended))
        }
    }

    @Test func `a missing invoice draft cannot be changed or issued, and a draft cannot get an unknown patient`() throws
    {
        var books = try Books()
        #expect(books.rejection(SaveInvoiceDraft(draft(100), isChange: true)) == .unknownDraft)
        #expect(books.rejection(IssueInvoiceDraft(B.invoice(1))) == .fault(.unknown))
        try books.run(SaveInvoiceDraft(draft(100), isChange: false))
        #expect(books.rejection(SaveInvoiceDraft(draft(100, of: 0xdead), isChange: true)) == .unknownPatient)
    }

    @Test func `an invoice draft with a negative total is refused when it is saved`() throws {
        let books = try Books()
        #expect(
            books.rejection(SaveInvoiceDraft(draft(-100), isChange: false)) == .unacceptable(.totalOutOfBounds))
    }
}
