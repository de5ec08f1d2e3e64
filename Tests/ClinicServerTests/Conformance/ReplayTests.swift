import ClinicTestSupport
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests commands that are sent again with the same Idempotency-Key.
    @Suite struct Replays {
        private static let details = """
            {"given_name":"Zora","family_name":"Quellwasser","birth_date":"1979-05-06","phone":"+49 30 7654321"}
            """

        /// The access records of a patient's data that were written for an operation. Waits for the first one, since
        /// access records are written with a delay of seconds.
        private func looks(at patient: String, by operation: String, _ admin: App) async throws -> [JSONValue] {
            try await eventually {
                let found = try await admin.get("audit-events?patient_id=\(patient)").items.filter {
                    $0["detail"]?["operation"]?.string == operation
                }
                return found.isEmpty ? nil : found
            }
        }

        @Test
        func `the answer to a repeated command does not show a record that was restricted after the first answer`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let (creation, change) = (newKey(), newKey())
                let made = try await reception.post("patients", Self.details, key: creation)
                #expect(made.status == 201)
                let id = try made.text("id")
                let changed = Self.details.replacing("7654321", with: "7654322")
                func put() async throws -> HTTPAnswer {
                    try await reception.send("PUT", "patients/\(id)", changed, ["Idempotency-Key": change])
                }
                #expect(try await put().status == 200)
                let again = try await reception.post("patients", Self.details, key: creation)
                #expect(again.status == 201 && again.body == made.body)
                #expect(try again.field("location") == made.field("location"))

                #expect(try await admin.put("patients/\(id)/restriction", #"{"restricted":true}"#).status == 200)
                for answer in [
                    try await reception.post("patients", Self.details, key: creation), try await put(),
                ] {
                    #expect(answer.status == 403 && answer.problem == "restricted-record")
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(!text.contains("765432") && !text.contains("Zora"))
                }
            }
        }

        @Test func `two accounts that register a patient with the same Idempotency-Key each get their own patient`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let key = newKey()
                let first = try await reception.post("patients", Self.details, key: key)
                let second = try await admin.post("patients", Self.details.replacing("Zora", with: "Wanda"), key: key)
                #expect(first.status == 201 && second.status == 201)
                #expect(try first.text("id") != second.text("id"))
                #expect(second["given_name"]?.string == "Wanda")
            }
        }

        @Test func `when a repeated command is answered with stored patient data, the access log records an access`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let key = newKey()
                let id = try await reception.post("patients", Self.details, key: key).text("id")
                #expect(try await reception.post("patients", Self.details, key: key).status == 201)
                let registrations = try await looks(at: id, by: "registerPatient", admin)
                #expect(registrations[0]["detail"]?["subject_id"]?.string == reception.subject)

                let time = try await reception.freeTime(forAll: [id])
                let booking = newKey()
                let booked = try await reception.post("appointments", time.booking(for: id), key: booking)
                #expect(booked.status == 201)
                let again = try await reception.post("appointments", time.booking(for: id), key: booking)
                #expect(again.status == 201 && again.body == booked.body)
                #expect(try await looks(at: id, by: "bookAppointment", admin).count == 1)

                let invoicing = newKey()
                let cent = #"{"amount":1,"currency":"EUR"}"#
                let lines =
                    #"{"patient_id":"\#(id)","lines":[{"description":"Schiene","quantity":1,"unit_price":\#(cent)}]}"#
                for _ in 1...2 {
                    #expect(try await reception.post("invoices", lines, key: invoicing).status == 201)
                }
                #expect(try await looks(at: id, by: "issueInvoice", admin).count == 1)
            }
        }
    }
}
