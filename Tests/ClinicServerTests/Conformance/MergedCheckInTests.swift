import ClinicDemo
import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests check-ins that the app for check-ins made offline under a record that was merged into another one since.
    @Suite struct MergedCheckIns {
        /// Registers a record of one person with a login of its own.
        private func register(_ name: String, _ reception: App) async throws -> String {
            let record = try await reception.post(
                "patients", #"{"given_name":"Xenia","family_name":"\#(name)","birth_date":"1985-05-17"}"#
            ).text("id")
            let login = #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)"}"#
            #expect(try await reception.post("patients/\(record)/account", login).status == 201)
            return record
        }

        /// Ends the login of a record, as the operator does before two records with logins are merged.
        private func endLogin(of record: String) async throws {
            _ = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    "UPDATE membership SET ended_at = now() WHERE subject_id::text = \(record)")
            }
        }

        @Test func `O26 O27 check-ins made offline under a record that was merged since are the surviving record's`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (kept, other) = try await (register("barsch", reception), register("quast", reception))
                let app = try await CheckInApp(practice, keychain: practice.login("quast", device: "phone"))
                await app.moveClock(bySeconds: -7200)
                try await app.checkInButtonTapped()
                // The server has the next check-in, whose answer is lost. It has not heard of the last one.
                await app.moveClock(bySeconds: 3600)
                await app.turn(.losingAnswers)
                await #expect(throws: CheckInApp.CheckInError.networkError) { try await app.checkIn() }
                await app.turn(.offline)
                await app.moveClock(bySeconds: 1800)
                await #expect(throws: CheckInApp.CheckInError.networkError) { try await app.checkIn() }
                let waiting = await app.waiting
                #expect(waiting.count == 2)
                #expect(try await practice.signIn("quast").post("check-ins/plan/end").status == 200)
                try await endLogin(of: other)
                let merged = try await reception.post(
                    "patients/\(kept)/merge", #"{"patient_id":"\#(other)","reason":"Registered twice"}"#)
                #expect(merged.status == 200)
                await app.signIn(try await practice.login("barsch", device: "phone"))
                await app.turn(.online)
                try await app.flush()
                #expect(await app.waiting.isEmpty)
                let history = try await app.getCheckInHistory()
                #expect(history.count == 3)
                #expect(history.prefix(2).map(\.timestamp) == waiting.reversed().map(\.timestamp))
                let survivor = try await practice.signIn("barsch")
                #expect(try await survivor.get("check-ins/plan")["status"]?.string == "active")
                #expect(try await survivor.get("check-ins?limit=1").items.first?["user_id"]?.string == kept)
                let stranger = #"{"userID":"\#(try await practice.signIn("patient2").subject)"}"#
                #expect(try await survivor.post("check-ins", stranger).status == 400)
            }
        }
    }
}
