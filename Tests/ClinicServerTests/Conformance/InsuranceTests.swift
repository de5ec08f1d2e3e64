import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests payers, coverages, estimates and claims over HTTP.
    @Suite struct Insurance {
        private func euro(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

        /// A patient with a coverage of 80 percent, and an invoice of 100 euros.
        private struct Insured {
            let reception: App
            let patient, payer, coverage, invoice: String
        }

        private func insurePatient(_ practice: Practice) async throws -> Insured {
            let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
            let patient = try await practice.signIn("patient1").subject
            let payer = try await admin.post("insurance-payers", #"{"name":"Insurance \#(newKey())"}"#).text("id")
            let coverage = try await reception.post(
                "coverages",
                """
                {"patient_id":"\(patient)","payer_id":"\(payer)","member_number":"A 123",\
                "terms":{"valid_from":"2020-01-01","percent":80}}
                """, key: newKey()
            ).text("id")
            let invoice = try await reception.invoice(patient, 10_000).text("id")
            return Insured(
                reception: reception, patient: patient, payer: payer, coverage: coverage, invoice: invoice)
        }

        private func submitClaim(of insured: Insured) async throws -> String {
            let claim = try await insured.reception.post(
                "insurance-claims", #"{"invoice_id":"\#(insured.invoice)","coverage_id":"\#(insured.coverage)"}"#,
                key: newKey()
            ).text("id")
            #expect(try await insured.reception.post("insurance-claims/\(claim)/submit").status == 200)
            return claim
        }

        @Test
        func `O22 a payer's share is estimated, claimed and paid, and a payment above the accepted amount is refused`()
            async throws
        {
            try await Practice.open { practice in
                let insured = try await insurePatient(practice)
                let reception = insured.reception
                let estimate = try await reception.get("invoices/\(insured.invoice)/insurance-estimate")
                #expect(try estimate.amount("payer_share") == 8_000 && estimate.amount("patient_share") == 2_000)
                let before = try await reception.get("patients/\(insured.patient)/balance")
                let path = "insurance-claims/\(try await submitClaim(of: insured))"
                let balance = try await reception.get("patients/\(insured.patient)/balance")
                #expect(try balance.amount("open") == before.amount("open"))
                #expect(try balance.amount("with_payers") == before.amount("with_payers") + 8_000)
                #expect(try balance.amount("patient_share") == before.amount("patient_share") - 8_000)
                let answered = try await reception.post(
                    "\(path)/answer", #"{"accepted":\#(euro(6_000)),"reason":"Too dear"}"#, key: newKey())
                #expect(answered["status"]?.string == "partly_accepted")
                let excess = try await reception.post(
                    "\(path)/payments", #"{"amount":\#(euro(6_001))}"#, key: newKey())
                #expect(excess.problem == "exceeds-payable")
                #expect(try excess.amount("payable") == 6_000)
                let paid = try await reception.post(
                    "\(path)/payments", #"{"amount":\#(euro(6_000)),"reference":"E-1"}"#, key: newKey())
                #expect(try paid.status == 201 && paid.amount("credit") == 0)
                #expect(paid["method"]?.string == "insurance")
                let claim = try await reception.get(path)
                #expect(claim["status"]?.string == "paid")
                #expect(claim["history"]?.elements?.count == 4)
                let invoice = try await reception.get("invoices/\(insured.invoice)")
                #expect(try invoice.amount("with_payers") == 0 && invoice.amount("patient_share") == 4_000)
                let elsewhere = try await practice.signIn("reception", clinic: "harbor")
                #expect(try await elsewhere.get(path).status == 404)
            }
        }

        @Test func `O22 an invoice with an open claim is not voided until the claim is closed`() async throws {
            try await Practice.open { practice in
                let insured = try await insurePatient(practice)
                let claim = try await submitClaim(of: insured)
                let void = "invoices/\(insured.invoice)/void"
                let refused = try await insured.reception.post(void, #"{"reason":"Mistake"}"#)
                #expect(refused.problem == "open-claim")
                #expect(refused["claim_id"]?.string == claim)
                let closed = try await insured.reception.post(
                    "insurance-claims/\(claim)/close", #"{"reason":"Withdrawn"}"#)
                #expect(closed["status"]?.string == "closed")
                #expect(try await insured.reception.post(void, #"{"reason":"Mistake"}"#).status == 200)
            }
        }

        @Test
        func `O22 claims are listed with names and totals, and outstanding amounts by payer and age of the claim`()
            async throws
        {
            try await Practice.open { practice in
                let insured = try await insurePatient(practice)
                let claim = try await submitClaim(of: insured)
                let reception = insured.reception
                let filter = "payer_id=\(insured.payer)&status=submitted&patient_id=\(insured.patient)"
                let list = try await reception.get("insurance-claims?\(filter)")
                #expect(list.items.count == 1)
                #expect(list.items.first?["claim"]?["id"]?.string == claim)
                #expect(list.items.first?["patient"]?["birth_date"]?.string != nil)
                #expect(list.items.first?["payer_name"]?.string?.hasPrefix("Insurance ") == true)
                #expect(list.items.first?["invoice_number"]?.string != nil)
                let totals = try await reception.get("insurance-claims/totals?\(filter)")
                #expect(try totals["count"]?.integer == 1 && totals.amount("outstanding") == 8_000)
                let none = try await reception.get("insurance-claims?payer_id=\(insured.payer)&status=paid")
                #expect(none.items.isEmpty)
                let ageing = try await reception.get("insurance-claims/ageing")
                let row = try #require(ageing["payers"]?.elements?.first { $0["payer_id"]?.string == insured.payer })
                #expect(try row.amount("up_to_30_days") == 8_000 && row.amount("over_90_days") == 0)
                #expect(try row.amount("total") == 8_000)
            }
        }
    }
}
