import ClinicTestSupport
import EventSourcing
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    @Suite struct Patients {
        @Test func `O15 a patient sees the next appointment and the lists of future and past appointments`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes().first)
                let id = try await patient.post("appointments", time.booking()).text("id")
                let now = try await practice.now().rfc3339
                let upcoming = try await patient.get("patient/appointments?when=upcoming&limit=100").items
                let starts = try upcoming.map { try $0.text("start") }
                #expect(starts == starts.sorted())
                #expect(upcoming.contains { $0["id"]?.string == id })
                let home = try await patient.get("patient/home")
                #expect(home["next_appointment"]?["id"] != nil)
                #expect(try home["next_appointment"]?.text("id") == upcoming.first?.text("id"))
                #expect(home["upcoming_count"]?.integer == Int64(upcoming.count))
                let past = try await patient.get("patient/appointments?when=past&limit=100").items
                #expect(!past.isEmpty)
                let begun = try past.map { try $0.text("start") }
                #expect(begun == begun.sorted(by: >))
                for visit in past where try visit.text("end") > now {
                    #expect(try ["completed", "cancelled", "no_show"].contains(visit.text("status")), "\(visit)")
                }
                let (was, willBe) = (past.compactMap { $0["id"]?.string }, upcoming.compactMap { $0["id"]?.string })
                #expect(Set(was).isDisjoint(with: willBe))
            }
        }

        @Test func `O15 a patient sees the free times of a week, books one of them and reads the appointment`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes().first)
                let booked = try await patient.post("appointments", time.booking(reason: "Backenzahn"), key: newKey())
                #expect(booked.status == 201)
                let id = try booked.text("id")
                #expect(booked.fields["location"] == "/api/v1/appointments/\(id)")
                let detail = try await patient.get("appointments/\(id)")
                #expect(detail["start"]?.string == time.start)
                #expect(detail["doctor_id"]?.string == time.doctor)
                #expect(detail["reason"]?.string == "Backenzahn")
                #expect(detail["can_cancel"]?.bool == true)
                #expect(detail["cancel_deadline"]?.string == time.instant.adding(hours: -48).rfc3339)
                #expect(try await !patient.freeTimes().contains(time))
            }
        }

        @Test
        func `O15 can_cancel becomes false at the deadline without an event, even if the visit's reason contains it`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes().first)
                let words = #""can_cancel":true"#
                let quoted = words.replacing("\"", with: #"\""#)
                let id = try await patient.post("appointments", time.booking(reason: quoted)).text("id")
                func shown() async throws -> [JSONValue] {
                    let list = try await patient.get("patient/appointments?when=upcoming&limit=100").items
                    let listed = try #require(list.first { $0["id"]?.string == id })
                    let next = try #require(try await patient.get("patient/home")["next_appointment"])
                    #expect(try next.text("id") == list.first?.text("id"))
                    return [listed, try #require(try await patient.get("appointments/\(id)").json)]
                }
                let before = try await shown()
                #expect(before.allSatisfy { $0["can_cancel"]?.bool == true })
                // Move the cancellation deadline in the database into the past. The appointment's stored document stays
                // the same.
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform(
                        """
                        UPDATE appointment SET cancel_before = now() - interval '1 minute'
                        WHERE appointment_id = \(id)::text::uuid
                        """)
                }
                let after = try await shown()
                #expect(after == before.map { $0.setting("can_cancel", to: .bool(false)) })
                #expect(after.allSatisfy { $0["reason"]?.string == words })
            }
        }

        @Test func `O15 a patient can cancel until 48 hours before the appointment, and not later`() async throws {
            try await Practice.open { practice in
                #expect(try await practice.signIn("admin").openAroundTheClock().status == 200)
                let patient = try await practice.signIn("patient1")
                let limit = try await practice.now().adding(hours: 48)
                let free = try await patient.freeTimes(1...4)
                // Choose two free times: the last one that is at most 48 hours ahead, so that its cancellation deadline
                // has passed, and the first one that is later.
                let late = try #require(free.last { $0.instant <= limit })
                let early = try #require(free.first { $0.instant >= limit.adding(minutes: 10) })

                let inTime = try await patient.post("appointments", early.booking())
                #expect(inTime["can_cancel"]?.bool == true)
                let cancelled = try await patient.post("appointments/\(inTime.text("id"))/cancel", "{}")
                #expect(cancelled.status == 200)
                #expect(cancelled["status"]?.string == "cancelled")
                #expect(cancelled["can_cancel"]?.bool == false)
                #expect(try await patient.freeTimes(1...4).contains(early))

                let tooLate = try await patient.post("appointments", late.booking())
                #expect(tooLate["can_cancel"]?.bool == false)
                let id = try tooLate.text("id")
                let refused = try await patient.post("appointments/\(id)/cancel", "{}")
                #expect(refused.status == 409)
                #expect(refused.problem == "cancellation-deadline-passed")
                #expect(refused["cancel_deadline"]?.string == late.instant.adding(hours: -48).rfc3339)
                #expect(try await patient.get("appointments/\(id)")["status"]?.string == "booked")
                let byTheClinic = try await practice.signIn("reception")
                    .post("appointments/\(id)/cancel", #"{"reason":"The doctor is ill"}"#)
                #expect(byTheClinic.status == 200)
            }
        }

        @Test func `O17 a patient reads bills with their lines and open amounts`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let before = try await patient.get("patient/balance").amount("open")
                let id = try await reception.invoice(patient.subject, 9_000).text("id")
                #expect(try await reception.pay(id, 4_000).status == 201)
                let bills = try await patient.get("patient/invoices?limit=100").items
                let bill = try #require(bills.first { $0["id"]?.string == id })
                #expect(bills.allSatisfy { $0["patient_id"]?.string == patient.subject })
                #expect(bill["status"]?.string == "partially_paid")
                #expect(bill["balance"]?["amount"]?.integer == 5_000)
                let detail = try await patient.get("invoices/\(id)")
                #expect(detail.json == bill)
                #expect(detail["lines"]?[0]?["description"]?.string == "Schiene")
                let receipt = try #require(try detail["receipts"]?[0]?.text("payment_id"))
                #expect(try await patient.get("payments/\(receipt)")["amount"]?["amount"]?.integer == 4_000)
                let after = try await patient.get("patient/balance")
                #expect(try after.amount("open") == before + 5_000)
            }
        }
    }
}
