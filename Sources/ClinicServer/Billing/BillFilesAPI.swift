import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import Printing
import SQL

/// The endpoints for invoices, receipts, credit notes and statements as PDF files.
enum BillFilesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [invoice, receipt, creditNote, statement]

    private static let details = """
        A4, with embedded fonts and text that can be selected. Patients get their own and those of their dependants. 503: too \
        many files are being made; try again.
        """

    private static let invoice = Endpoint<ServerAction>(
        .get, "/api/v1/invoices/{invoice_id}/pdf", id: "getInvoiceFile", summary: "Download an invoice as PDF",
        details: details, tag: "Billing", for: PatientOrFrontDesk.self, takes: .path("invoice_id", .invoiceID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound]
    ) { caller, id in
        .work { services, call in
            let (row, bill) = try await services.bill(PrintedBills.invoice(id, for: caller), caller.clinic, call)
            let document = try Invoices.codec.decode(parsing: try row.bytes(1), unknownMembers: .ignored)
            return try await services.file(bill.invoice(document), "invoice-\(document.number)")
        }
    }

    private static let receipt = Endpoint<ServerAction>(
        .get, "/api/v1/payments/{payment_id}/pdf", id: "getReceiptFile", summary: "Download a receipt as PDF",
        details: details, tag: "Billing", for: PatientOrFrontDesk.self, takes: .path("payment_id", .paymentID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound]
    ) { caller, id in
        .work { services, call in
            let (row, bill) = try await services.bill(PrintedBills.payment(id, for: caller), caller.clinic, call)
            let document = try Payments.codec.decode(parsing: try row.bytes(1), unknownMembers: .ignored)
            return try await services.file(bill.receipt(document), "receipt-\(document.number ?? id.text)")
        }
    }

    private static let creditNote = Endpoint<ServerAction>(
        .get, "/api/v1/credit-notes/{credit_note_id}/pdf", id: "getCreditNoteFile",
        summary: "Download a credit note as PDF", details: details, tag: "Billing", for: PatientOrFrontDesk.self,
        takes: .path("credit_note_id", .creditNoteID), answers: [.ok(mediaType: "application/pdf", "The file")],
        problems: [.notFound]
    ) { caller, id in
        .work { services, call in
            let (row, bill) = try await services.bill(PrintedBills.creditNote(id, for: caller), caller.clinic, call)
            let document = try CreditNotes.codec.decode(parsing: try row.bytes(1), unknownMembers: .ignored)
            let invoices = try await services.documents.read(
                "SELECT number FROM invoice WHERE clinic_id = \(caller.clinic) AND invoice_id = \(document.invoice.uuid)",
                of: caller.clinic)
            let number = try invoices.first?.text(0) ?? ""
            return try await services.file(
                bill.creditNote(document, of: number), "credit-note-\(document.number)")
        }
    }

    private static let statement = Endpoint<ServerAction>(
        .get, "/api/v1/patients/{patient_id}/statements/pdf", id: "getStatementFile",
        summary: "Download a statement as PDF", details: details, tag: "Billing", for: PatientOrFrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID), .query("from", StatementsAPI.firstDay),
        .query("to", StatementsAPI.lastDay), answers: [.ok(mediaType: "application/pdf", "The file")],
        problems: [.notFound, .restrictedRecord, .documentTooLong]
    ) { caller, patient, from, to throws(Problem) in
        let days = try StatementsAPI.range(from, to)
        return .work { services, call in
            let found = try await services.statement(of: patient, days, for: caller, call)
            let bill = try await services.bill(of: found.patient, caller.clinic, call)
            return try await services.file(
                bill.statement(found.statement), "statement-\(from.iso8601)-\(to.iso8601)")
        }
    }
}

extension LoopServices {
    /// Reads the invoice, receipt or credit note that a statement of `PrintedBills` selects. Returns its row, and a
    /// `PrintedBill` that makes the printed pages for its patient. The access log records the access.
    fileprivate func bill(
        _ statement: Statement, _ clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> (row: Row, bill: PrintedBill) {
        guard let row = try await documents.read(statement, of: clinic).first else { throw Problem.notFound }
        let patient = try PatientDocument.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        try accesses.note(patient.id, to: call)
        return (row, try await bill(of: patient, clinic, call))
    }

    fileprivate func bill(
        of patient: PatientDocument, _ clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> PrintedBill {
        let settings = try await log.read(clinic, fresh: false) { model in model[.settings] }
        return PrintedBill(clinic: settings.profile, zone: settings.zone, patient: patient, now: call.now)
    }

    fileprivate func file(_ document: PrintedDocument, _ name: String) async throws -> WorkAnswer {
        WorkAnswer(
            200, try await shared.printing.pdf(document), mediaType: "application/pdf", fileName: "\(name).pdf")
    }
}
