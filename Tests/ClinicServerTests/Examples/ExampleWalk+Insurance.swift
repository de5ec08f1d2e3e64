import ClinicTestSupport
import JSON

/// Example requests about payers, coverages, estimates and claims.
extension ExampleWalk {
    private static func money(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

    func showInsurance() async throws {
        let child = try id("child")
        let payer = try await show(
            "addInsurancePayer", "An admin adds a payer", by: admin, body: #"{"name":"Example Health"}"#
        ).text("id")
        try await show(
            "renameInsurancePayer", "An admin renames a payer", by: admin, ["payer_id": payer],
            #"{"name":"Example Health Insurance"}"#)
        try await show("getInsurancePayer", "A receptionist reads a payer", by: receptionist, ["payer_id": payer])
        try await show(
            "listInsurancePayers", "A receptionist lists the payers in use", by: receptionist, ["active": "true"])
        let terms = #"{"valid_from":"\#(day(-300))","percent":80,"yearly_maximum":\#(Self.money(100_000))}"#
        let coverage = try await show(
            "recordCoverage", "A receptionist records a patient's coverage", by: receptionist,
            body: #"{"patient_id":"\#(child)","payer_id":"\#(payer)","member_number":"A 123","terms":\#(terms)}"#
        ).text("id")
        try await show(
            "changeCoverage", "A receptionist corrects a coverage", by: receptionist, ["coverage_id": coverage],
            #"{"payer_id":"\#(payer)","member_number":"A 1234","terms":\#(terms)}"#)
        try await show(
            "getCoverage", "A receptionist reads a coverage", by: receptionist, ["coverage_id": coverage])
        try await show(
            "listCoverages", "A receptionist lists a patient's coverages", by: receptionist,
            ["patient_id": child, "limit": "20"])
        let body = """
            {"patient_id":"\(child)",\
            "lines":[{"description":"Splint","quantity":1,"unit_price":\(Self.money(10_000))}]}
            """
        let draft = try await receptionist.app.post("invoice-drafts", body, key: newKey()).text("id")
        try await show(
            "estimateDraftShares", "A receptionist estimates what an insurance will pay", by: receptionist,
            ["draft_id": draft])
        let invoice = try await receptionist.app.post("invoice-drafts/\(draft)/issue", "{}", key: newKey()).text("id")
        try await show(
            "estimateInvoiceShares", "A receptionist reads the shares in an invoice", by: receptionist,
            ["invoice_id": invoice, "coverage_id": coverage])
        try await showClaim(invoice, coverage, payer)
        try await show(
            "removeCoverage", "A coverage has ended", by: receptionist, ["coverage_id": coverage])
        try await show("retireInsurancePayer", "An admin retires a payer", by: admin, ["payer_id": payer])
    }

    private func showClaim(_ invoice: String, _ coverage: String, _ payer: String) async throws {
        let claim = try await show(
            "makeInsuranceClaim", "A receptionist makes a claim", by: receptionist,
            body: #"{"invoice_id":"\#(invoice)","coverage_id":"\#(coverage)","lines":[1]}"#
        ).text("id")
        try await show(
            "submitInsuranceClaim", "The claim is sent to the payer", by: receptionist, ["claim_id": claim])
        try await show(
            "getInsuranceClaimAgeing", "A receptionist reads what payers still have to pay", by: receptionist)
        try await show(
            "answerInsuranceClaim", "The payer accepts a part of the claim", by: receptionist, ["claim_id": claim],
            #"{"accepted":\#(Self.money(6_000)),"reason":"Above the agreed price"}"#)
        try await show(
            "payInsuranceClaim", "The payer pays a part of what it accepted", by: receptionist, ["claim_id": claim],
            #"{"amount":\#(Self.money(5_000)),"reference":"E-77","value_on":"\#(day(0))"}"#)
        try await show("getInsuranceClaim", "A receptionist reads a claim", by: receptionist, ["claim_id": claim])
        try await show(
            "listInsuranceClaims", "A receptionist lists the claims on a payer", by: receptionist,
            ["payer_id": payer, "limit": "20"])
        try await show(
            "getInsuranceClaimTotals", "A receptionist reads the sums of the claims on a payer", by: receptionist,
            ["payer_id": payer])
        try await show(
            "closeInsuranceClaim", "A receptionist expects no more from the payer", by: receptionist,
            ["claim_id": claim], #"{"reason":"The payer pays no more"}"#)
    }
}
