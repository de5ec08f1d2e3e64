import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests corrections of invoices, day closes, family accounts and the dashboard's amounts over HTTP.
    @Suite struct Books {
        private func euro(_ amount: Int) -> String { #"{"amount":\#(amount),"currency":"EUR"}"# }

        private func amount(_ answer: HTTPAnswer, _ name: String) -> Int64? { answer[name]?["amount"]?.integer }

        @Test func `O21 O22 a credit note corrects a paid invoice, and a write-off closes an open one`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let id = try await reception.invoice(patient.subject, 9_000).text("id")
                let payment = try await reception.pay(id, 4_000)
                #expect(payment["number"]?.string?.hasPrefix("R-") == true)
                #expect(payment["received_by"]?.string != nil)
                let path = "invoices/\(id)/credit-notes"
                let without = try await reception.post(path, #"{"reason":"x"}"#)
                #expect(without.status == 428)
                let note = try await reception.post(
                    path, #"{"amount":\#(euro(6_000)),"reason":"Not done"}"#, key: newKey())
                #expect(note.status == 201)
                #expect(amount(note, "credit") == 1_000)
                let tooMuch = try await reception.post(
                    path, #"{"amount":\#(euro(3_001)),"reason":"x"}"#, key: newKey())
                #expect(tooMuch.problem == "exceeds-creditable")
                let invoice = try await reception.get("invoices/\(id)")
                #expect(amount(invoice, "balance") == 0)
                #expect(amount(invoice, "credited") == 6_000)
                let own = try await patient.get("credit-notes/\(try note.text("id"))")
                #expect(try own.text("number") == note.text("number"))
                let elsewhere = try await practice.signIn("reception", clinic: "harbor")
                #expect(try await elsewhere.get("credit-notes/\(try note.text("id"))").status == 404)

                let open = try await reception.invoice(patient.subject, 500).text("id")
                let written = try await reception.post(
                    "invoices/\(open)/write-off", #"{"reason":"Too small"}"#, key: newKey())
                #expect(written["status"]?.string == "written_off")
            }
        }

        @Test
        func `O22 an overpayment or a second invoice for a visit is refused unless the request asks for it explicitly`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1").subject
                let id = try await reception.invoice(patient, 1_000).text("id")
                let more = #"{"amount":\#(euro(1_001)),"method":"card""#
                let refused = try await reception.post("invoices/\(id)/payments", "\(more)}", key: newKey())
                #expect(refused.problem == "overpayment")
                #expect(amount(refused, "open") == 1_000)
                let taken = try await reception.post(
                    "invoices/\(id)/payments", #"\#(more),"accept_credit":true}"#, key: newKey())
                #expect(taken.status == 201 && amount(taken, "credit") == 1)

                let visit = try await reception.book(patient).text("id")
                func invoice(_ rest: String) async throws -> HTTPAnswer {
                    let line = #"{"description":"Filling","quantity":1,"unit_price":\#(euro(100))}"#
                    return try await reception.post(
                        "invoices",
                        #"{"patient_id":"\#(patient)","appointment_id":"\#(visit)","lines":[\#(line)]\#(rest)}"#,
                        key: newKey())
                }
                #expect(try await invoice("").status == 201)
                #expect(try await invoice("").problem == "already-invoiced")
                #expect(try await invoice(#","another":true"#).status == 201)
            }
        }

        @Test func `O22 a closed cash drawer takes no payment that day until an admin reopens it`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1").subject
                let id = try await reception.invoice(patient, 9_000).text("id")
                let money = #"{"amount":\#(euro(2_000)),"method":"cash","drawer":7}"#
                #expect(try await reception.post("invoices/\(id)/payments", money, key: newKey()).status == 201)
                let date = try await admin.get("admin/dashboard").text("date")
                let path = "day-close/\(date)?drawer=7"
                #expect(amount(try await reception.get(path), "expected") == 2_000)
                func close(_ counted: String) async throws -> HTTPAnswer {
                    try await reception.post("day-close", #"{"date":"\#(date)","drawer":7,"counted":[\#(counted)]}"#)
                }
                #expect(try await close("").problem == "count-incomplete")
                let closed = try await close(#"{"method":"cash","amount":\#(euro(1_950))}"#)
                #expect(closed.status == 200)
                #expect(amount(closed, "difference") == -50)
                let late = try await reception.post("invoices/\(id)/payments", money, key: newKey())
                #expect(late.problem == "day-closed")
                let csv = try await reception.get("day-close/\(date)/takings.csv?drawer=7")
                #expect(csv.fields["content-type"]?.hasPrefix("text/csv") == true)
                let lines = String(decoding: csv.body, as: UTF8.self).split(separator: "\r\n")
                #expect(lines.count == 2)
                #expect(lines.last?.contains("payment,R-") == true && lines.last?.contains(",cash,20.00,EUR,") == true)
                let reopen = "day-close/\(date)/reopen?drawer=7"
                #expect(try await reception.post(reopen).status == 403)
                #expect(try await admin.post(reopen)["status"]?.string == "open")
                #expect(try await reception.post("invoices/\(id)/payments", money, key: newKey()).status == 201)
            }
        }

        @Test func `O21 unused credit counts as collections and not as revenue, and a refund changes neither figure`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient3").subject
                func figures() async throws -> [String: Int64] {
                    let today = try #require(try await admin.get("admin/dashboard")["today"])
                    let names = [
                        "revenue", "production", "collections", "refunds", "write_offs", "adjustments", "outstanding",
                    ]
                    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try today.amount($0)) })
                }
                let before = try await figures()
                let deposit = try await reception.post(
                    "payments",
                    #"{"patient_id":"\#(patient)","amount":\#(euro(9_000_000)),"method":"card","accept_credit":true}"#,
                    key: newKey())
                #expect(deposit.status == 201)
                let paid = try await figures()
                let credit = try deposit.amount("credit")
                #expect(paid["collections"] == before["collections"].map { $0 + 9_000_000 })
                #expect(paid["revenue"] == before["revenue"].map { $0 + 9_000_000 - credit })
                let refund = try await reception.post(
                    "payments/\(try deposit.text("id"))/refunds",
                    #"{"amount":\#(euro(1_000)),"method":"card","reason":"x"}"#, key: newKey())
                #expect(refund.status == 201)
                let after = try await figures()
                #expect(after["refunds"] == before["refunds"].map { $0 + 1_000 })
                #expect(after["collections"] == paid["collections"])
                #expect(after["revenue"] == paid["revenue"])
                // The figures of a past day do not include invoices that are open today.
                let past = try await admin.get("admin/dashboard?date=2001-01-01")["today"]
                #expect(past?["outstanding"]?["amount"]?.integer == 0)
            }
        }

        @Test func `O17 a patient downloads bills as PDF, and another patient's request for them gets 404`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (patient, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let id = try await reception.invoice(patient.subject, 9_000).text("id")
                let payment = try await reception.pay(id, 4_000).text("id")
                let note = try await reception.post(
                    "invoices/\(id)/credit-notes", #"{"amount":\#(euro(1_000)),"reason":"x"}"#, key: newKey())
                let day = try await practice.day(0)
                let paths = [
                    "invoices/\(id)/pdf", "payments/\(payment)/pdf", "credit-notes/\(try note.text("id"))/pdf",
                    "patients/\(patient.subject)/statements/pdf?from=\(day)&to=\(day)",
                ]
                for path in paths {
                    for app in [patient, reception] {
                        let file = try await app.get(path)
                        #expect(file.status == 200, "\(path)")
                        #expect(file.fields["content-type"] == "application/pdf")
                        #expect(file.body.starts(with: Array("%PDF-".utf8)))
                    }
                    #expect(try await other.get(path).status == 404, "\(path)")
                }
            }
        }

        @Test
        func `O22 a guarantor's payment settles the invoice of a family member, and lists of bills name the patient`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (parent, child) = try await (
                    practice.signIn("patient1").subject, practice.signIn("patient2").subject
                )
                let set = try await reception.put("family-accounts/\(parent)", #"{"members":["\#(child)"]}"#)
                #expect(set["members"]?.elements?.count == 1)
                _ = try await reception.invoice(child, 2_500)
                let paid = try await reception.post(
                    "family-accounts/\(parent)/payments",
                    #"{"amount":\#(euro(8_000_000)),"method":"card","accept_credit":true}"#, key: newKey())
                #expect(paid.status == 201)
                let parts = paid["payments"]?.elements?.compactMap { $0["amount"]?["amount"]?.integer } ?? []
                #expect(parts.reduce(0, +) == 8_000_000)
                let balance = try await reception.get("patients/\(child)/balance")
                #expect(amount(balance, "open") == 0)
                let day = try await practice.day(0)
                let statement = try await reception.get("family-accounts/\(parent)/statements?from=\(day)&to=\(day)")
                #expect(statement["statements"]?.elements?.count == 2)
                #expect(amount(statement, "open") == 0)

                let listed = try await reception.get("invoices?patient_id=\(child)&status=paid&from=\(day)&to=\(day)")
                #expect(listed.items.isEmpty == false)
                #expect(listed.items.allSatisfy { $0["patient"]?["name"]?.string != nil })
                let totals = try await reception.get("invoices/totals?patient_id=\(child)")
                #expect(amount(totals, "balance") == 0)
                let payments = try await reception.get("payments?patient_id=\(child)&method=card&from=\(day)")
                #expect(payments.items.first?["patient"]?["birth_date"]?.string != nil)
                let overdue = try await reception.get("invoices/totals?overdue=true&patient_id=\(child)")
                #expect(overdue["count"]?.integer == 0)
            }
        }
    }
}
