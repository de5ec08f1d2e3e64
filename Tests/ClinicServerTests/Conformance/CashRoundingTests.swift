import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct CashRounding {
        private func euro(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

        @Test func `O22 a payment in cash is rounded as the billing terms say, and the dashboard shows the rounding`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1").subject
                let terms = #"{"tax_percent":0,"payment_term_days":14,"cash_rounding":5}"#
                let settings = try await admin.put("clinic/billing-terms", terms)
                #expect(settings["billing_terms"]?["cash_rounding"]?.integer == 5)
                let before = try #require(try await admin.get("admin/dashboard")["today"])
                let invoice = try await reception.invoice(patient, 1_743).text("id")
                func pay(_ sum: Int) async throws -> HTTPAnswer {
                    try await reception.post(
                        "invoices/\(invoice)/payments", #"{"amount":\#(euro(sum)),"method":"cash"}"#, key: newKey())
                }
                #expect(try await pay(1_741).problem == "malformed-request")
                let paid = try await pay(1_743)
                #expect(paid.status == 201)
                #expect(try paid.amount("amount") == 1_745 && paid.amount("rounding") == 2)
                #expect(try await reception.get("invoices/\(invoice)")["status"]?.string == "paid")
                let after = try #require(try await admin.get("admin/dashboard")["today"])
                for (name, change) in [("collections", 1_745), ("revenue", 1_743), ("rounding", 2)] as [(String, Int64)]
                {
                    #expect(try after.amount(name) == before.amount(name) + change, "\(name)")
                }
                let day = try #require(paid["received_on"]?.string)
                let kpis = try await admin.get("admin/kpis?from=\(day)&to=\(day)")
                #expect(try kpis.amount("rounding") == after.amount("rounding"))
                let statement = try await reception.get("patients/\(patient)/statements?from=\(day)&to=\(day)")
                #expect(statement["entries"]?.elements?.last?["type"]?.string == "rounding")
                let file = try await reception.get("payments/\(try paid.text("id"))/pdf")
                #expect(file.status == 200)
                let refund = #"{"amount":\#(euro(1_743)),"method":"cash","reason":"Asked"}"#
                let refunded = try await reception.post(
                    "payments/\(try paid.text("id"))/refunds", refund, key: newKey())
                let part = try #require(refunded["refunds"]?.elements?.first)
                #expect(try part.amount("amount") == 1_745 && part.amount("rounding") == 2)
            }
        }
    }
}
