import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Money {
        @Test
        func `O21 O22 two payments settle an invoice with one line for a service and one line with a text of its own`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1").subject
                for name in ["admin", "reception"] {
                    let app = try await practice.signIn(name)
                    let service = try await app.service()
                    let price = try #require(service["price"]?["amount"]?.integer)
                    let lines = """
                        [{"service_id":"\(try service.text("id"))","quantity":2},
                         {"description":"Zahnbürste","quantity":3,"unit_price":{"amount":450,"currency":"EUR"}}]
                        """
                    let invoice = try await app.post(
                        "invoices", #"{"patient_id":"\#(patient)","lines":\#(lines)}"#, key: newKey())
                    let total = 2 * price + 3 * 450
                    #expect(invoice.status == 201)
                    #expect(invoice["lines"]?.elements?.count == 2)
                    #expect(invoice["total"]?["amount"]?.integer == total)
                    let id = try invoice.text("id")
                    #expect(try await app.pay(id, 1_000)["method"]?.string == "card")
                    #expect(try await app.get("invoices/\(id)")["status"]?.string == "partially_paid")
                    #expect(try await app.pay(id, Int(total) - 1_000)["credit"]?["amount"]?.integer == 0)
                    let settled = try await app.get("invoices/\(id)")
                    #expect(settled["status"]?.string == "paid")
                    #expect(settled["balance"]?["amount"]?.integer == 0)
                    let listed = try await app.get("invoices?patient_id=\(patient)&status=paid&limit=100").items
                    #expect(listed.contains { $0["id"]?.string == id })
                }
            }
        }

        @Test func `O11 O21 a payment is recorded once for each Idempotency-Key`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let id = try await reception.invoice(practice.signIn("patient1").subject, 9_000).text("id")
                let key = newKey()
                let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                    for _ in 0..<6 { group.addTask { try await reception.pay(id, 2_000, key: key) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.allSatisfy { $0.status == 201 }, "\(answers.map(\.status))")
                #expect(Set(answers.map(\.body)).count == 1)
                #expect(try await reception.get("invoices/\(id)")["paid"]?["amount"]?.integer == 2_000)
            }
        }

        @Test func `O21 the dashboard shows the figures of today and of eight weeks, including new payments`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await practice.signIn("patient1").subject
                let day = try await admin.get("admin/dashboard").text("date")
                let before = try await admin.get("admin/dashboard?date=\(day)")
                for figure in ["appointments", "waiting", "completed", "no_shows"] {
                    #expect(before["today"]?[figure]?.integer != nil, "\(figure)")
                }
                for amount in ["revenue", "outstanding"] {
                    #expect(before["today"]?[amount]?["currency"]?.string == "EUR", "\(amount)")
                }
                let mondays = try before["weeks"]?.elements?.map { try $0.text("monday") } ?? []
                #expect(mondays.count == 8)
                #expect(mondays == mondays.sorted())
                #expect(before["weeks"]?.elements?.contains { ($0["completed"]?.integer ?? 0) > 0 } == true)

                let id = try await reception.invoice(patient, 9_000).text("id")
                let payment = try await reception.pay(id, 4_000)
                // If midnight passed since the first request, the payment belongs to the next day, so read the figures
                // of that day.
                let paidOn = try await admin.get("admin/dashboard").text("date")
                let after = try await admin.get("admin/dashboard?date=\(paidOn)")
                #expect(payment.status == 201)
                let (first, last) = try (#require(before["today"]), #require(after["today"]))
                let revenue = try paidOn == day ? first.amount("revenue") : 0
                #expect(try last.amount("revenue") == revenue + 4_000)
                #expect(try last.amount("outstanding") == first.amount("outstanding") + 5_000)
            }
        }

        @Test func `O21 an admin sees the same schedule as the doctor, and the areas of the mobile app for each role`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, doctor) = try await (practice.signIn("admin"), practice.signIn("doctor1"))
                let visit = try await admin.book(practice.signIn("patient1").subject, with: doctor.subject)
                let path = "doctor/schedule?date=\(try visit.text("date"))"
                let schedule = try await admin.get("\(path)&doctor_id=\(doctor.subject)")
                let id = try visit.text("id")
                #expect(schedule.items.contains { $0["appointment"]?["id"]?.string == id })
                #expect(try await doctor.get(path).items == schedule.items)
                let access = try await admin.get("clinic/mobile-access")
                for role in ["patient", "doctor", "receptionist", "admin"] {
                    #expect(access["access"]?[role]?.elements?.isEmpty == false, "\(role)")
                }
            }
        }
    }
}
