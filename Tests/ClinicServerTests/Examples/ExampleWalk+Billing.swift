import ClinicTestSupport
import Endpoints
import JSON

/// Example requests about invoices, payments and the clinic's income.
extension ExampleWalk {
    private static func money(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

    func showInvoices() async throws {
        let child = try id("child")
        ids["invoice"] = try await show(
            "issueInvoice", "A receptionist invoices a visit", by: receptionist,
            body: """
                {"patient_id":"\(child)","appointment_id":"\(id("visit"))","payment_term_days":14,\
                "lines":[{"service_id":"\(clinic.service)","quantity":1},\
                {"description":"Toothbrush","quantity":2,"unit_price":\(Self.money(350))}]}
                """
        ).text("id")
        ids["payment"] = try await show(
            "payInvoice", "A part is paid in cash", by: receptionist, ["invoice_id": id("invoice")],
            #"{"amount":\#(Self.money(2_000)),"method":"cash"}"#
        ).text("id")
        try await show(
            "listPayments", "A receptionist lists a patient's payments", by: receptionist,
            ["patient_id": child, "limit": "20"])
        try await show(
            "getInvoice", "A receptionist reads what is open", by: receptionist, ["invoice_id": id("invoice")])
        try await show(
            "recordPayment", "More is paid by card than is open", by: receptionist,
            body:
                #"{"patient_id":"\#(child)","amount":\#(Self.money(5_000)),"method":"card","reference":"4711","accept_credit":true}"#
        )
        try await show("getPatientBalance", "A receptionist reads a credit", by: receptionist, ["patient_id": child])
        let second = try await receptionist.app.post(
            "invoices",
            """
            {"patient_id":"\(child)",\
            "lines":[{"description":"Mouth guard","quantity":1,"unit_price":\(Self.money(9_000))}]}
            """,
            key: newKey()
        ).text("id")
        let first = try await receptionist.app.get("invoices/\(id("invoice"))/history")
        let position = first.items.last?["position"]?.integer ?? 0
        try await show(
            "getInvoice", "A receptionist reads an invoice as it was issued", by: receptionist, named: "as_of",
            ["invoice_id": id("invoice"), "as_of": "\(position)"])
        try await show("applyCredit", "The credit pays a part of an invoice", by: receptionist, ["invoice_id": second])
        try await show("getPayment", "A receptionist reads a receipt", by: receptionist, ["payment_id": id("payment")])
        try await show(
            "refundPayment", "A part of a payment is given back", by: receptionist, ["payment_id": id("payment")],
            #"{"amount":\#(Self.money(350)),"method":"cash","reason":"One toothbrush was returned"}"#)
    }

    func showOwnBills() async throws {
        let emil = "\(clinic.patient)"
        func invoice() async throws -> String {
            try await receptionist.app.post(
                "invoices", #"{"patient_id":"\#(emil)","lines":[{"service_id":"\#(clinic.service)","quantity":1}]}"#,
                key: newKey()
            ).text("id")
        }
        let mistaken = try await invoice()
        try await show(
            "voidInvoice", "A receptionist voids an invoice", by: receptionist, ["invoice_id": mistaken],
            #"{"reason":"The visit did not take place"}"#)
        _ = try await invoice()
        try await show("listOwnInvoices", "A patient lists their invoices", by: patient, ["limit": "20"])
        try await show("getOwnBalance", "A patient reads what is open", by: patient)
        try await show(
            "listInvoices", "A receptionist lists what is open", by: receptionist,
            ["status": "open", "limit": "20"])
    }

    func showFigures() async throws {
        try await show("getDashboard", "An admin reads the day's figures", by: admin, ["date": day(0)])
        let period: KeyValuePairs<String, String> = ["from": day(-6), "to": day(Self.aheadOfFigures)]
        try await show("getKPIs", "An admin reads the figures of some weeks", by: admin, period)
        try await show(
            "exportPayroll", "An admin downloads hours and production", by: admin, period)
        try await show("listPayroll", "An admin reads hours and production", by: admin, period)
        try await showReports(period)
        let one: KeyValuePairs<String, String> = [
            "from": day(Self.aheadOfFigures), "to": day(Self.aheadOfFigures), "by": "week", "split": "doctor",
        ]
        try await show("listKPIBars", "An admin reads a chart by doctor", by: admin, one)
        // The exported days have no visits. With visits, the export would have a line that begins with the first day of
        // a week, and that day depends on the day on which the examples are recorded.
        try await show(
            "exportKPIBars", "An admin downloads the chart of a week without visits", by: admin,
            ["from": day(-60), "to": day(-54)])
    }

    private func showReports(_ period: KeyValuePairs<String, String>) async throws {
        try await show("listReceivables", "An admin reads what is to be paid", by: admin)
        try await show("exportReceivables", "An admin downloads what is to be paid", by: admin)
        try await show("listStatusCounts", "An admin reads how many visits were missed", by: admin, period)
        try await show("exportStatusCounts", "An admin downloads the numbers of visits", by: admin, period)
        try await show(
            "listNewPatients", "An admin reads the number of new patients", by: admin, ["from": day(0), "to": day(0)])
        // A line of the exported file would begin with the first day of a month, which depends on the day on which the
        // examples are recorded.
        try await show(
            "exportNewPatients", "An admin downloads the numbers of a week without new patients", by: admin,
            ["from": day(-60), "to": day(-54)])
    }

    /// The number of days from today to the appointments in the example requests for figures.
    private static let aheadOfFigures = 14
}
