import ClinicTestSupport
import Endpoints
import JSON

/// Example requests about corrections of invoices and payments, drafts, family accounts, statements, and the day close.
extension ExampleWalk {
    private static func money(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

    func showCorrections() async throws {
        let child = try id("child")
        func invoice(_ amount: Int) async throws -> String {
            try await receptionist.app.post(
                "invoices",
                """
                {"patient_id":"\(child)",\
                "lines":[{"description":"Splint","quantity":1.5,"unit_price":\(Self.money(amount)),"tax_percent":19}]}
                """, key: newKey()
            ).text("id")
        }
        func pay(_ invoice: String, _ amount: Int) async throws -> String {
            try await receptionist.app.post(
                "invoices/\(invoice)/payments", #"{"amount":\#(Self.money(amount)),"method":"cash"}"#, key: newKey()
            ).text("id")
        }
        let splint = try await invoice(8_000)
        let paid = try await pay(splint, 4_000)
        let note = try await show(
            "issueCreditNote", "A part of an invoice is taken back", by: receptionist, ["invoice_id": splint],
            #"{"amount":\#(Self.money(2_380)),"reason":"One splint did not fit"}"#
        ).text("id")
        ids["credit_note"] = note
        try await show(
            "getCreditNote", "A receptionist reads a credit note", by: receptionist, ["credit_note_id": note])
        try await show(
            "listCreditNotes", "A receptionist lists a patient's credit notes", by: receptionist,
            ["patient_id": child, "limit": "20"])
        try await show(
            "releasePayment", "A payment for the wrong invoice becomes credit", by: receptionist, ["payment_id": paid],
            #"{"invoice_id":"\#(splint)","reason":"It was meant for another invoice"}"#)
        try await show(
            "getInvoiceFile", "A receptionist prints an invoice", by: receptionist, ["invoice_id": splint])
        let link = try await show(
            "linkDocument", "A receptionist gets a link to an invoice's PDF", by: receptionist, [:],
            #"{"path":"/api/v1/invoices/\#(splint)/pdf"}"#)
        let token = String(try link.text("path").split(separator: "/").last ?? "")
        try await show("openDocumentLink", "The holder of the link opens the PDF", by: anyone, ["token": token])
        try await show("getReceiptFile", "A receptionist prints a receipt", by: receptionist, ["payment_id": paid])
        try await show(
            "getCreditNoteFile", "A receptionist prints a credit note", by: receptionist, ["credit_note_id": note])
        try await show(
            "getStatementFile", "A receptionist prints a statement", by: receptionist,
            ["patient_id": child, "from": day(-30), "to": day(0)])
        let mistake = try await pay(splint, 1_000)
        try await show(
            "enterPaymentInError", "A payment was typed twice", by: receptionist, ["payment_id": mistake],
            #"{"reason":"Typed twice"}"#)
        try await show(
            "writeOffInvoice", "The rest of an invoice is given up", by: receptionist, ["invoice_id": splint],
            #"{"reason":"The sum is too small to be collected"}"#)
        try await show(
            "getInvoiceTotals", "A receptionist reads what a patient owes in all", by: receptionist,
            ["patient_id": child])
        try await show(
            "getPaymentTotals", "A receptionist reads what was paid in cash", by: receptionist,
            ["patient_id": child, "method": "cash"])
        try await show(
            "getStatement", "A receptionist reads a patient's account", by: receptionist,
            ["patient_id": child, "from": day(-30), "to": day(0)])
    }

    func showDrafts() async throws {
        let child = try id("child")
        func body(_ quantity: String) -> String {
            """
            {"patient_id":"\(child)",\
            "lines":[{"description":"Splint","quantity":\(quantity),"unit_price":\(Self.money(8_000))}]}
            """
        }
        let draft = try await show(
            "createInvoiceDraft", "A receptionist prepares an invoice", by: receptionist, body: body("1")
        ).text("id")
        try await show(
            "changeInvoiceDraft", "A receptionist changes a draft", by: receptionist, ["draft_id": draft],
            body("0.5"))
        try await show("getInvoiceDraft", "A receptionist reads a draft", by: receptionist, ["draft_id": draft])
        try await show(
            "listInvoiceDrafts", "A receptionist lists a patient's drafts", by: receptionist,
            ["patient_id": child, "limit": "20"])
        try await show("issueInvoiceDraft", "A draft is issued", by: receptionist, ["draft_id": draft], "{}")
        try await show(
            "agreeInstalments", "The invoice is paid in two parts", by: receptionist, ["invoice_id": draft],
            """
            {"instalments":[{"due_on":"\(day(30))","amount":\(Self.money(2_000))},\
            {"due_on":"\(day(60))","amount":\(Self.money(2_000))}]}
            """)
        let other = try await receptionist.app.post("invoice-drafts", body("2"), key: newKey()).text("id")
        try await show("discardInvoiceDraft", "A draft is discarded", by: receptionist, ["draft_id": other])
    }

    func showFamily() async throws {
        let child = try id("child")
        try await show(
            "setFamilyAccount", "A receptionist names the patient for whom a guardian pays", by: receptionist,
            ["patient_id": "\(clinic.patient)"], #"{"members":["\#(child)"]}"#)
        try await show(
            "getFamilyAccount", "A receptionist reads a family account", by: receptionist,
            ["patient_id": "\(clinic.patient)"])
        try await show(
            "payFamily", "A guardian pays for the family", by: receptionist, ["patient_id": "\(clinic.patient)"],
            #"{"amount":\#(Self.money(3_000)),"method":"card","accept_credit":true}"#)
        try await show(
            "getFamilyStatement", "A receptionist reads the account of a family", by: receptionist,
            ["patient_id": "\(clinic.patient)", "from": day(-30), "to": day(0)])
    }

    func showDayClose() async throws {
        let today = try await receptionist.app.get("day-close/\(day(0))")
        let counted = (today["methods"]?.elements ?? []).map { line in
            let amount = line["expected"]?["amount"]?.integer ?? 0
            return #"{"method":"\#(line["method"]?.string ?? "")","amount":\#(Self.money(Int(amount)))}"#
        }
        try await show(
            "getDayClose", "A receptionist reads what should be in the drawer", by: receptionist, ["date": day(0)])
        try await show(
            "closeDay", "A receptionist closes the day", by: receptionist,
            body: #"{"date":"\#(day(0))","counted":[\#(counted.joined(separator: ","))]}"#)
        try await show("listDayCloses", "A receptionist lists closed days", by: receptionist, ["status": "closed"])
        try await show(
            "exportTakings", "A receptionist downloads the day's takings", by: receptionist, ["date": day(0)])
        try await show("reopenDay", "An admin opens the day again", by: admin, ["date": day(0)])
    }
}
