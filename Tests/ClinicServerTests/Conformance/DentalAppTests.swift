import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests a day with the dental app's client.
    @Suite struct DentalApps {
        private func items(_ answer: HTTPAnswer, _ id: String) -> Int {
            answer.items.filter { ($0["appointment"] ?? $0)["id"]?.string == id }.count
        }

        @Test
        func
            `O11 O15 a booking and a cancellation whose answers are lost are done once and answered like the first time`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let time = try await reception.freeTime(forAll: [patient.subject])
                let app = try await DentalApp(practice, "patient1", device: "phone")
                await app.queue("appointments", time.booking())
                let lost = try await app.flush(losingAnswers: true)
                let again = try await app.flush()
                #expect(lost.map(\.status) == [201] && again.map(\.status) == [201])
                let id = try again[0].text("id")
                #expect(try lost[0].text("id") == id)
                #expect(await app.waiting.isEmpty)
                let listed = try await app.call("GET", "patient/appointments?limit=100")
                #expect(items(listed, id) == 1)
                let shown = try await app.call("GET", "appointments/\(id)")
                #expect(shown["can_cancel"]?.bool == true && shown["cancel_deadline"]?.string != nil)
                await app.queue("appointments/\(id)/cancel", #"{"reason":"On holiday"}"#)
                let cancelled = try await app.flush(losingAnswers: true) + app.flush()
                #expect(cancelled.map(\.status) == [200, 200])
                #expect(cancelled[0].body == cancelled[1].body)
            }
        }

        @Test func `O11 two devices of one patient that book the same time get one visit and one refusal`() async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let time = try await reception.freeTime(forAll: [patient.subject])
                let phone = try await DentalApp(practice, "patient1", device: "phone")
                let tablet = try await DentalApp(practice, "patient1", device: "tablet")
                for app in [phone, tablet] { await app.queue("appointments", time.booking()) }
                #expect(try await phone.flush().map(\.status) == [201])
                #expect(try await tablet.flush().map(\.status) == [409])
                #expect(await tablet.waiting.isEmpty)
            }
        }

        @Test func `O4 O11 an app that was away for hours signs in again and flushes its queue`() async throws {
            try await Practice.open { practice in
                let kept = try await loginInThePast(
                    "patient1", device: "phone", at: practice.now().adding(seconds: -5 * 3600))
                let app = try DentalApp(practice, "patient1", device: "phone", keychain: kept)
                await app.queue("patient/messages", #"{"subject":"Pain","text":"Since this morning"}"#)
                #expect(try await app.flush().map(\.status) == [201])
                #expect(await app.logins <= 1)
                #expect(try await app.call("GET", "patient/home").status == 200)
            }
        }

        @Test
        func `O11 O18 a message that is repeated within minutes is sent once, and once more if it is sent later`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await DentalApp(practice, "patient1", device: "phone")
                let thread = try await app.call("POST", "patient/messages", #"{"subject":"Pain","text":"Hello"}"#)
                let path = "patient/messages/\(try thread.text("id"))/messages"
                let body = #"{"text":"Are you there?"}"#
                let first = try await app.call("POST", path, body)
                let second = try await app.call("POST", path, body)
                #expect(first.status == 201 && second.status == 201)
                #expect(try first.text("id") == second.text("id"))
                #expect(try await app.call("POST", path, #"{"text":"Hello?"}"#).text("id") != first.text("id"))
                try await letTimePass()
                let third = try await app.call("POST", path, body)
                #expect(try third.status == 201 && third.text("id") != first.text("id"))
                let repeated = try await app.call("POST", path, body)
                #expect(try repeated.text("id") == third.text("id"))
                #expect(try await app.call("GET", "\(path)?limit=50").items.count == 4)
            }
        }

        @Test
        func
            `O11 O22 a payment without an Idempotency-Key is recorded once for a session within minutes, and again later`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let invoice = try await reception.invoice(practice.signIn("patient1").subject, 9_000).text("id")
                let app = try await DentalApp(practice, "reception", device: "phone")
                let other = try await DentalApp(practice, "reception", device: "tablet")
                let body = #"{"amount":{"amount":1000,"currency":"EUR"},"method":"card"}"#
                func pay(_ app: DentalApp) async throws -> HTTPAnswer {
                    try await app.call("POST", "invoices/\(invoice)/payments", body)
                }
                let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                    for _ in 0..<4 { group.addTask { try await pay(app) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.map(\.status) == [201, 201, 201, 201])
                #expect(Set(try answers.map { try $0.text("id") }).count == 1)
                #expect(try await pay(other).text("id") != answers[0].text("id"))
                let keyed = try await reception.pay(invoice, 1_000)
                #expect(keyed.status == 201)
                try await letTimePass()
                #expect(try await pay(app).text("id") != answers[0].text("id"))
                let open = try await reception.get("invoices/\(invoice)")
                #expect(try open.amount("paid") == 4_000)
            }
        }

        /// Moves the times of all commands ten minutes into the past, since the test cannot wait that long.
        private func letTimePass() async throws {
            try await TestDatabase.current.withConnection { connection in
                _ = try await connection.perform(
                    "UPDATE command SET recorded_at = recorded_at - interval '10 minutes'")
            }
        }

        @Test
        func `O12 a push token belongs to the account that registered it last, in any environment and letter case`()
            async throws
        {
            try await Practice.open { practice in
                func register(_ name: String, _ token: String, _ environment: String) async throws -> String {
                    let app = try await DentalApp(practice, name, device: "shared-phone")
                    return try await app.call(
                        "POST", "user-devices",
                        #"{"platform":"ios","push_token":"\#(token)","environment":"\#(environment)"}"#
                    ).text("id")
                }
                let first = try await register("patient1", "AABBCCDDEEFF00112233", "production")
                #expect(try await register("patient1", "aabbccddeeff00112233", "production") == first)
                let last = try await register("patient2", "aabbCCDDeeff00112233", "sandbox")
                let rows = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform(
                        "SELECT user_device_id::text FROM user_device WHERE lower(push_token) = 'aabbccddeeff00112233'",
                        effect: .reads
                    ).map { try $0.text(0) }
                }
                #expect(rows == [last])
            }
        }
    }
}
