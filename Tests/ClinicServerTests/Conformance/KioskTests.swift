import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Foundation
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the check-in of patients at a kiosk.
    @Suite struct KioskCheckIns {
        private func kiosk(_ practice: Practice) async throws -> App {
            let admin = try await practice.signIn("admin")
            let tablet = try await admin.post("tablets", #"{"name":"Kiosk","scope":"kiosk"}"#)
            return App(practice: practice, token: try tablet.text("token"), subject: "")
        }

        private func checkIn(_ birthDate: String, _ digits: String, at kiosk: App) async throws -> HTTPAnswer {
            try await kiosk.post("kiosk/check-ins", #"{"birth_date":"\#(birthDate)","phone_digits":"\#(digits)"}"#)
        }

        /// Registers a patient, and books an appointment that begins now. Returns the appointment's id.
        private func book(_ reception: App, named name: String = "Kim", phone: String) async throws -> String {
            try await book(reception, for: register(reception, named: name, phone: phone))
        }

        private func register(_ reception: App, named name: String = "Kim", phone: String) async throws -> String {
            try await reception.post(
                "patients",
                #"{"given_name":"\#(name)","family_name":"Kiosk","birth_date":"1977-07-07","phone":"\#(phone)"}"#
            ).text("id")
        }

        /// Books an appointment that begins now, or so many minutes later. Returns the appointment's id.
        private func book(_ reception: App, for patient: String, in minutes: Int64 = 0) async throws -> String {
            let time = try await reception.freeTime(forAll: [patient])
            let now = try await reception.practice.now()
            let start = now.adding(seconds: -(now.secondsSince1970 % 300)).adding(minutes: minutes).rfc3339
            let booking = FreeTime(service: time.service, doctor: time.doctor, start: start).booking(for: patient)
            let wish = booking.replacing("{", with: #"{"override":{"reason":"Came by"},"#, maxReplacements: 1)
            return try await reception.post("appointments", wish, key: newKey()).text("id")
        }

        @Test
        func `a patient with an appointment today is checked in at a kiosk, and the answer does not name the patient`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let kiosk = try await kiosk(practice)
                let appointment = try await book(reception, phone: "+49 30 555 98 76")
                let wrong = try await checkIn("1977-07-07", "9875", at: kiosk)
                let unknown = try await checkIn("1911-01-01", "0000", at: kiosk)
                #expect(wrong.status == 200 && wrong.body == unknown.body)
                #expect(wrong["checked_in"]?.bool == false)
                let done = try await checkIn("1977-07-07", "9876", at: kiosk)
                #expect(done["checked_in"]?.bool == true)
                #expect(!String(decoding: done.body, as: UTF8.self).contains("Kim"))
                #expect(try await reception.get("appointments/\(appointment)").text("status") == "arrived")
                #expect(try await checkIn("1977-07-07", "9876", at: kiosk).body == wrong.body)
            }
        }

        @Test func `a kiosk checks nobody in if two patients have the same birth date and last phone digits`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let kiosk = try await kiosk(practice)
                _ = try await book(reception, phone: "+49 30 555 98 76")
                _ = try await book(reception, named: "Robin", phone: "+49 40 123 98 76")
                #expect(try await checkIn("1977-07-07", "9876", at: kiosk)["checked_in"]?.bool == false)
            }
        }

        @Test func `a person with an appointment on each of two merged records is checked in for the earlier one`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let kiosk = try await kiosk(practice)
                let (kept, other) = try await (
                    register(reception, phone: "+49 30 555 98 76"),
                    register(reception, named: "Kimberley", phone: "+49 40 123 11 22")
                )
                let first = try await book(reception, for: other)
                let second = try await book(reception, for: kept, in: 120)
                let merge = #"{"patient_id":"\#(other)","reason":"Registered twice"}"#
                #expect(try await reception.post("patients/\(kept)/merge", merge).status == 200)
                for (digits, visit) in [("1122", first), ("9876", second)] {
                    #expect(try await checkIn("1977-07-07", digits, at: kiosk)["checked_in"]?.bool == true)
                    #expect(try await reception.get("appointments/\(visit)").text("status") == "arrived")
                }
            }
        }

        @Test
        func
            `a kiosk that must wait after a wrong attempt checks nobody in, and answers as it does to a wrong attempt`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let kiosk = try await kiosk(practice)
                let appointment = try await book(reception, phone: "+49 30 555 98 76")
                let failure = try await checkIn("1911-01-01", "0000", at: kiosk)
                // After failures a kiosk must wait, and attempts during the wait are not counted. The test makes each
                // wait longer than the test takes.
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("UPDATE attempt_count SET free_at = now() + interval '1 hour'")
                }
                #expect(try await checkIn("1977-07-07", "9876", at: kiosk).body == failure.body)
                #expect(try await reception.get("appointments/\(appointment)").text("status") != "arrived")
            }
        }

        @Test
        func `of many check-ins that a kiosk sends at the same time, ten at most are compared with the appointments`()
            async throws
        {
            try await Practice.open { practice in
                let kiosk = try await kiosk(practice)
                let now = try await practice.now()
                try await Installation.demo().withServices { services, _ in
                    let known = try await services.identity.kiosk(kiosk.token ?? "")
                    let tries = (0..<30).map { _ in
                        services.loop.task { try await services.identity.countTry(at: known, at: now) }
                    }
                    var allowed = 0
                    for attempt in tries { allowed += try await attempt.value ? 1 : 0 }
                    #expect(allowed == 10)
                }
            }
        }

        @Test func `a successful check-in at a kiosk does not change the count of the kiosk's wrong attempts`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let kiosk = try await kiosk(practice)
                _ = try await book(reception, phone: "+49 30 555 98 76")
                _ = try await checkIn("1911-01-01", "0000", at: kiosk)
                func level() async throws -> Double {
                    let rows = try await TestDatabase.current.withConnection { connection in
                        try await connection.perform(
                            "SELECT sum(level)::text FROM attempt_count")
                    }
                    let sum = try #require(rows.first).text(0)
                    return try #require(Double(sum))
                }
                let before = try await level()
                #expect(try await checkIn("1977-07-07", "9876", at: kiosk)["checked_in"]?.bool == true)
                // The count of earlier failures at the kiosk decreases by one a minute.
                #expect(abs(try await level() - before) < 0.9)
            }
        }

        @Test func `a kiosk's token cannot read the queue, and the token of a paired tablet cannot check patients in`()
            async throws
        {
            try await Practice.open { practice in
                let kiosk = try await kiosk(practice)
                #expect(try await kiosk.get("auth/tablet/people").status == 401)
                #expect(try await kiosk.get("reception/queue").status == 401)
                let admin = try await practice.signIn("admin")
                let token = try await admin.post("tablets", #"{"name":"Desk"}"#).text("token")
                let desk = App(practice: practice, token: token, subject: "")
                #expect(try await checkIn("1911-01-01", "0000", at: desk).status == 401)
            }
        }
    }
}
