import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Identifiers
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests how a person gets a login: with a link for the password, and not if the person leaves the clinic or is erased
/// during the request.
@Suite(.serialized, .database(.demo)) struct AccountTests {
    /// Requests a login for a person, commits `change` while the request waits for a lock, and returns the
    /// request's answer.
    private func give(
        _ path: String, by name: String, _ practice: Practice, while change: Statement
    ) async throws -> HTTPAnswer {
        let app = try await practice.signIn(name)
        return try await TestDatabase.current.withConnection { other in
            _ = try await other.perform("BEGIN")
            _ = try await other.perform(change)
            let given = Held {
                try await app.post("\(path)/account", #"{"email":"nia@spree.example","password":"chairside-demo"}"#)
            }
            try await given.waits(other)
            _ = try await other.perform("COMMIT")
            let answer = try await given.value
            let made = try await other.perform("SELECT FROM account WHERE email = 'nia@spree.example'", effect: .reads)
            #expect(made.isEmpty)
            return answer
        }
    }

    @Test func `O23 no login in the old role is created for staff who leave or change role during the request`()
        async throws
    {
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            for change in [
                "active = false" as Statement,
                "document = replace(document::text, '[\"receptionist\"]', '[\"doctor\"]')::json",
            ] {
                let id = try await admin.post("staff", #"{"name":"Nia Sommer","role":"receptionist"}"#).text("id")
                let member = try #require(UUIDBytes(id))
                let gone: Statement = "UPDATE staff_member SET \(change) WHERE staff_id = \(member)"
                #expect(try await give("staff/\(id)", by: "admin", practice, while: gone).status == 404)
            }
        }
    }

    @Test
    func `an admin gets a link with which a new patient chooses a password, and a receptionist gets no link`()
        async throws
    {
        try await Practice.open { practice in
            let (admin, desk) = try await (practice.signIn("admin"), practice.signIn("reception"))
            let patient = try await desk.post(
                "patients", #"{"given_name":"Nia","family_name":"Feld","birth_date":"1990-05-06"}"#
            ).text("id")
            let body = #"{"email":"nia@spree.example","link":true}"#
            #expect(try await desk.post("patients/\(patient)/account", body).status == 403)
            let sent = try await desk.post("patients/\(patient)/account", #"{"email":"nia@spree.example"}"#)
            #expect(sent.status == 201)
            #expect(sent["invitation"]?.string == "not_sent")
            #expect(sent["link"] == nil)
            let given = try await admin.post("patients/\(patient)/account", body)
            #expect(given["invitation"]?.string == "link")
            let token = try #require(given["link"]?["token"]?.string)
            let chosen = try await practice.nobody.post(
                "auth/new-password", #"{"token":"\#(token)","password":"\#(DemoLogin.password)"}"#)
            #expect(chosen.status == 204)
            let nia = try await practice.signIn("nia")
            #expect(nia.subject == patient)
            let again = try await admin.post("patients/\(patient)/account", body)
            #expect(again["invitation"]?.string == "not_sent")
            #expect(again["link"] == nil)
        }
    }

    @Test func `no login is created for a patient who is erased while the login is requested`() async throws {
        try await Practice.open { practice in
            let desk = try await practice.signIn("reception")
            let id = try await desk.post(
                "patients", #"{"given_name":"Nia","family_name":"Feld","birth_date":"1990-05-06"}"#
            ).text("id")
            let patient = try #require(UUIDBytes(id))
            let erased: Statement = """
                UPDATE person_key SET wrapped = NULL, master_key = NULL, destroyed_at = now()
                WHERE person_id = \(patient) AND retention = 1
                """
            #expect(try await give("patients/\(id)", by: "reception", practice, while: erased).status == 404)
        }
    }
}
