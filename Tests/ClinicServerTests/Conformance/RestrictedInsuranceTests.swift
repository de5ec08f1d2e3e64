import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct RestrictedInsurance {
        @Test func `the coverages and claims of a restricted record are hidden from staff until emergency access`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1").subject
                let payer = try await admin.post("insurance-payers", #"{"name":"Insurance \#(newKey())"}"#).text("id")
                let terms =
                    #""payer_id":"\#(payer)","member_number":"A 123","terms":{"valid_from":"2020-01-01","percent":80}"#
                func cover() async throws -> HTTPAnswer {
                    try await reception.post("coverages", #"{"patient_id":"\#(patient)",\#(terms)}"#, key: newKey())
                }
                let coverage = try await cover().text("id")
                let invoice = try await reception.invoice(patient, 10_000).text("id")
                let claimed =
                    #"{"invoice_id":"\#(invoice)","coverage_id":"\#(coverage)","amount":{"amount":100,"currency":"EUR"}}"#
                let key = newKey()
                let claim = try await reception.post("insurance-claims", claimed, key: key).text("id")
                let draft = try await reception.post(
                    "invoice-drafts",
                    #"{"patient_id":"\#(patient)","lines":[{"description":"A","quantity":1,"unit_price":{"amount":100,"currency":"EUR"}}]}"#,
                    key: newKey()
                ).text("id")
                let reads = [
                    "coverages/\(coverage)", "coverages?patient_id=\(patient)", "insurance-claims/\(claim)",
                    "insurance-claims?patient_id=\(patient)", "insurance-claims/totals?patient_id=\(patient)",
                    "invoices/\(invoice)/insurance-estimate", "invoice-drafts/\(draft)/insurance-estimate",
                ]
                func lists(show isShown: Bool) async throws {
                    for (path, id) in ["coverages?limit=100": coverage, "insurance-claims?payer_id=\(payer)": claim] {
                        let answer = try await reception.get(path)
                        #expect(answer.status == 200)
                        #expect(String(decoding: answer.body, as: UTF8.self).contains(id) == isShown, "\(path)")
                    }
                    let totals = try await reception.get("insurance-claims/totals?payer_id=\(payer)")
                    #expect(try totals.integer("count") == (isShown ? 1 : 0))
                }
                func commands() async throws -> [HTTPAnswer] {
                    [
                        try await cover(), try await reception.put("coverages/\(coverage)", "{\(terms)}"),
                        try await reception.post("insurance-claims", claimed, key: newKey()),
                        try await reception.post("insurance-claims", claimed, key: key),
                        try await reception.post("insurance-claims/\(claim)/submit"),
                        try await reception.post(
                            "insurance-claims/\(claim)/answer", #"{"accepted":{"amount":100,"currency":"EUR"}}"#,
                            key: newKey()),
                        try await reception.post(
                            "insurance-claims/\(claim)/payments", #"{"amount":{"amount":100,"currency":"EUR"}}"#,
                            key: newKey()),
                        try await reception.post("insurance-claims/\(claim)/close", #"{"reason":"Withdrawn"}"#),
                        try await reception.post("coverages/\(coverage)/remove"),
                    ]
                }
                for path in reads { #expect(try await reception.get(path).status == 200, "\(path)") }
                try await lists(show: true)
                let restricted = try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#)
                #expect(restricted.status == 200)
                for app in [reception, admin] {
                    for path in reads { #expect(try await app.get(path).problem == "restricted-record", "\(path)") }
                }
                try await lists(show: false)
                let refused = try await commands()
                #expect(Set(refused.map(\.problem)) == ["restricted-record"])
                #expect(refused.count == 9)
                let opened = try await reception.post(
                    "patients/\(patient)/emergency-access", #"{"reason":"The insurance calls"}"#)
                #expect(opened.status == 201)
                for path in reads { #expect(try await reception.get(path).status == 200, "\(path)") }
                let permitted = try await commands()
                #expect(permitted.map(\.status) == [201, 200, 201, 201, 200, 200, 201, 200, 200])
            }
        }
    }
}
