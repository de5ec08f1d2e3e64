import ClinicTestSupport
import EventSourcing
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests of answers that only a log of events can give: earlier states, histories, and the feed itself.
    @Suite struct History {
        private func positions(_ answer: HTTPAnswer) -> [Int64] {
            answer.items.compactMap { $0["position"]?.integer }
        }

        @Test
        func `an appointment's history says who changed the appointment and why, and each earlier state can be read`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let booked = try await reception.book(patient.subject)
                let id = try booked.text("id")
                let path = "appointments/\(id)"
                #expect(try await patient.post("\(path)/confirm").status == 200)
                #expect(try await reception.post("\(path)/cancel", #"{"reason":"Doctor is ill"}"#).status == 200)

                let history = try await reception.get("\(path)/history")
                let types = history.items.compactMap { $0["event_type"]?.string }
                #expect(types == ["appointment-cancelled", "appointment-confirmed", "appointment-booked"])
                let roles = history.items.compactMap { $0["role"]?.string }
                #expect(roles == ["receptionist", "patient", "receptionist"])
                #expect(history.items.first?["reason"]?.string == "Doctor is ill")
                #expect(history.items.first?["name"]?.string?.isEmpty == false)
                #expect(history.items.allSatisfy { $0["timestamp"]?.string != nil })
                #expect(history.items.first?["fields"]?.elements?.contains { $0.string == "reason" } == true)

                var states: [String] = []
                for position in positions(history).reversed() {
                    states.append(try await reception.get("\(path)?as_of=\(position)").text("status"))
                }
                #expect(states == ["booked", "confirmed", "cancelled"])
                let first = try await reception.get("\(path)?as_of=\(try #require(positions(history).last))")
                #expect(first.body == booked.body)
                // A patient's request with `as_of` gets the rendering for patients, as a request without `as_of` does.
                let own = try await patient.get("\(path)?as_of=\(try #require(positions(history).last))")
                #expect(own.status == 200 && own["chair_id"] == nil)
                let other = try await practice.signIn("patient2")
                #expect(try await other.get("\(path)?as_of=1000000").status == 404)
                #expect(try await reception.get("\(path)?as_of=1").status == 404)
                #expect(try await reception.get("\(path)?as_of=2001-01-01T00:00:00Z").status == 404)
                #expect(try await reception.get("\(path)?as_of=\(try await practice.now().rfc3339)").status == 200)
                #expect(try await reception.get("\(path)?as_of=yesterday").status == 400)
                #expect(try await patient.get("\(path)/history").status == 403)
            }
        }

        @Test func `with as_of the queue and a doctor's schedule show an appointment that was cancelled later`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let admin = try await practice.signIn("admin")
                let visit = try await reception.book(practice.signIn("patient1").subject)
                let (id, date) = (try visit.text("id"), try visit.text("date"))
                let path = "reception/queue?date=\(date)"
                let before = try await reception.get(path)
                let booked = try #require(positions(try await reception.get("appointments/\(id)/history")).first)
                #expect(try await reception.post("appointments/\(id)/cancel", #"{"reason":"x"}"#).status == 200)

                let past = try await reception.get("\(path)&as_of=\(booked)")
                #expect(past.status == 200)
                // Members without a value are null in the answer about the present, and absent in the answer with
                // `as_of`.
                func shown(_ answer: HTTPAnswer) -> [[JSONValue?]] {
                    answer.items.map { entry in
                        ["appointment", "patient", "balance_due", "with_payers", "not_invoiced"].map { entry[$0] }
                    }
                }
                #expect(shown(past) == shown(before))
                #expect(before.items.contains { $0["appointment"]?["id"]?.string == id && $0["patient"] != nil })
                let earlier = try await reception.get("\(path)&as_of=\(booked - 1)")
                #expect(!earlier.items.contains { $0["appointment"]?["id"]?.string == id })
                #expect(earlier.items.count == before.items.count - 1)

                let doctor = try visit.text("doctor_id")
                let day = try await admin.get("doctor/schedule?date=\(date)&doctor_id=\(doctor)&as_of=\(booked)")
                #expect(day.items.contains { $0["appointment"]?["id"]?.string == id })
                #expect(day.items.allSatisfy { $0["appointment"]?["doctor_id"]?.string == doctor })
            }
        }

        @Test
        func `the queue shows a treated visit as not invoiced once its invoice is credited, now and with as_of`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patient = try await practice.signIn("patient1").subject
                let visit = try await reception.book(patient, with: doctor.subject)
                let (id, path) = try (visit.text("id"), "reception/queue?date=\(visit.text("date"))")
                #expect(try await reception.post("appointments/\(id)/check-in", #"{"early":true}"#).status == 200)
                let insisting = #"{"early":true,"allow_second_visit":true}"#
                #expect(try await doctor.post("appointments/\(id)/start", insisting).status == 200)
                #expect(try await doctor.post("appointments/\(id)/complete").status == 200)
                func entry(_ query: String = "") async throws -> JSONValue {
                    try #require(
                        try await reception.get(path + query).items.first { $0["appointment"]?["id"]?.string == id })
                }
                let owed = try await entry()["balance_due"]?["amount"]?.integer ?? -1
                let line = #"{"description":"Splint","quantity":1,"unit_price":{"amount":9000,"currency":"EUR"}}"#
                let body = #"{"patient_id":"\#(patient)","appointment_id":"\#(id)","lines":[\#(line)]}"#
                let invoice = try await reception.post("invoices", body, key: newKey()).text("id")
                let note = #"{"amount":{"amount":9000,"currency":"EUR"},"reason":"Not done"}"#
                let credited = try await reception.post("invoices/\(invoice)/credit-notes", note, key: newKey())
                #expect(credited.status == 201)
                let places = positions(try await reception.get("invoices/\(invoice)/history"))
                #expect(places.count == 2)
                let (issued, taken) = try await (
                    entry("&as_of=\(try #require(places.last))"), entry("&as_of=\(try #require(places.first))")
                )
                #expect(issued["not_invoiced"]?.bool == false)
                #expect(issued["balance_due"]?["amount"]?.integer == owed + 9_000)
                for shown in [taken, try await entry()] {
                    #expect(shown["not_invoiced"]?.bool == true)
                    #expect(shown["balance_due"]?["amount"]?.integer == owed)
                }
            }
        }

        @Test func `an invoice and its patient's balance with as_of before a payment do not include the payment`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1").subject
                let invoice = try await reception.invoice(patient, 9_000)
                let id = try invoice.text("id")
                let balance = try await reception.get("patients/\(patient)/balance")
                let issued = try #require(positions(try await reception.get("invoices/\(id)/history")).first)
                #expect(try await reception.pay(id, 4_000).status == 201)
                let past = try await reception.get("invoices/\(id)?as_of=\(issued)")
                #expect(past.body == invoice.body)
                let earlier = try await reception.get("patients/\(patient)/balance?as_of=\(issued)")
                for name in ["open", "credit"] {
                    #expect(try earlier.amount(name) == balance.amount(name), "\(name)")
                }
                #expect(try await reception.get("patients/\(patient)/balance").body != balance.body)
                let day = try await practice.day(-1)
                let both = "patients/\(patient)/balance?as_of=\(issued)&on=\(day)"
                #expect(try await reception.get(both).status == 400)
            }
        }

        @Test
        func `an event that changes an invoice and a payment is in the histories of the invoice and of the payment`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1").subject
                let invoice = try await reception.invoice(patient, 9_000).text("id")
                let payment = try await reception.pay(invoice, 9_000).text("id")
                let note = #"{"amount":{"amount":1000,"currency":"EUR"},"reason":"Not done"}"#
                let credited = try await reception.post("invoices/\(invoice)/credit-notes", note, key: newKey()).text(
                    "id")
                func types(_ path: String) async throws -> [String] {
                    try await reception.get("\(path)/history").items.compactMap { $0["event_type"]?.string }
                }
                #expect(
                    try await types("invoices/\(invoice)") == [
                        "credit-note-issued", "payment-recorded", "invoice-issued",
                    ])
                #expect(try await types("payments/\(payment)") == ["credit-note-issued", "payment-recorded"])
                #expect(try await types("credit-notes/\(credited)") == ["credit-note-issued"])
            }
        }

        @Test
        func `an admin reads all events of the feed, other staff only some types, with ids and no personal values`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                func read(_ app: App, limit: Int = 1_000) async throws -> (lines: [JSONValue], last: JSONValue) {
                    var (lines, after): ([JSONValue], Int64) = ([], 0)
                    while true {
                        let answer = try await app.get("feed?after=\(after)&limit=\(limit)")
                        #expect(answer.fields["content-type"]?.hasPrefix("application/x-ndjson") == true)
                        var page = try answer.body.split(separator: UInt8(ascii: "\n")).map {
                            try JSONValue(parsing: Array($0))
                        }
                        let last = page.removeLast()
                        lines += page
                        after = last["after"]?.integer ?? 0
                        if last["has_more"]?.bool != true { return (lines, last) }
                    }
                }
                let all = try await read(admin)
                let positions = all.lines.compactMap { $0["position"]?.integer }
                #expect(positions == (1...Int64(positions.count)).map { $0 })
                #expect(all.last["after"]?.integer == positions.last)
                #expect(try await read(admin, limit: 100).lines == all.lines)
                let desk = try await read(try await practice.signIn("reception"))
                let doctor = try await read(try await practice.signIn("doctor1"))
                let types = { (lines: [JSONValue]) in Set(lines.compactMap { $0["event_type"]?.string }) }
                #expect(types(all.lines).contains("staff-hired") && !types(desk.lines).contains("staff-hired"))
                #expect(types(desk.lines).contains("invoice-issued") && !types(doctor.lines).contains("invoice-issued"))
                #expect(types(doctor.lines).contains("appointment-booked"))
                #expect(!desk.lines.contains { $0["account_id"] != nil })
                let members = Set((all.lines + desk.lines + doctor.lines).flatMap { ($0.members ?? []).map(\.name) })
                #expect(
                    members.isSubset(of: [
                        "position", "event_type", "timestamp", "role", "account_id", "patient_id", "guardian_id",
                        "staff_id", "doctor_id", "service_id", "chair_id", "appointment_id", "invoice_id", "payment_id",
                        "credit_note_id", "family_payment_id", "guarantor_id", "payer_id", "coverage_id", "claim_id",
                        "file_id", "treatment_plan_id", "examination_id", "allergy_id", "condition_id", "medication_id",
                        "vitals_id", "note_id",
                        "note_template_id",
                    ]))
                #expect(try await practice.signIn("patient1").get("feed").status == 403)
            }
        }
    }
}
