import ClinicServer
import Identity
import JSON
import Logging
import TestSupport
import Testing

/// An operator at the machine, while the clinic's server runs.
@Suite(.serialized, .database(.demo)) struct StaffDeskTests {
    private func desk(_ clinic: String? = "c11c0000-0000-8000-8000-000000000001") throws -> StaffDesk {
        StaffDesk(
            database: try TestDatabase.current.conninfo, keys: try DemoKeys.folder(), clinic: clinic,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func choose(_ practice: Practice, _ token: String) async throws -> HTTPAnswer {
        try await practice.nobody.post(
            "auth/new-password", #"{"token":"\#(token)","password":"\#(DemoLogin.password)"}"#)
    }

    /// A server hears of what others did in a moment.
    private func expectEnded(_ app: App, _ path: String) async throws {
        var answer = try await app.get(path)
        for _ in 0..<1000 where answer.status == 200 { answer = try await app.get(path) }
        #expect(answer.problem == "session-ended")
    }

    @Test func `somebody is taken on, chooses a password, signs in, and leaves`() async throws {
        try await Practice.open { practice in
            let given = try await desk().add(name: "Ida Berg", role: "receptionist", email: "ida@spree.example")
            let token = try #require(given)
            #expect(
                try await desk().list().contains(
                    "Ida Berg\treceptionist\tida@spree.example\tno password yet, 0 sessions"))
            #expect(try await choose(practice, token).status == 204)
            let ida = try await practice.signIn("ida")
            #expect(try await ida.get("reception/queue").status == 200)
            try await desk().deactivate("Ida@spree.example")
            try await expectEnded(ida, "reception/queue")
            #expect(try await practice.login("ida").problem == "no-such-membership")
            await #expect(throws: StaffDesk.Failure.self) { try await desk().deactivate("nobody@spree.example") }
        }
    }

    @Test func `who has an account that another clinic prepared chooses a password too, and the old one ends`()
        async throws
    {
        try await Practice.open { practice in
            let there = try await practice.signIn("reception", clinic: "harbor")
            let id = try await there.post(
                "patients", #"{"given_name":"Vera","family_name":"Nuss","birth_date":"1980-05-06"}"#
            ).text("id")
            let prepared = try await there.post(
                "patients/\(id)/account", #"{"email":"vera@spree.example","password":"known to others"}"#)
            #expect(prepared.status == 201)
            let given = try await desk().add(name: "Dr. Vera Nuss", role: "doctor", email: "vera@spree.example")
            let token = try #require(given)
            let old = #"{"email":"vera@spree.example","password":"known to others"}"#
            #expect(try await practice.nobody.post("auth/login", old).problem == "wrong-credentials")
            #expect(try await choose(practice, token).status == 204)
            #expect(try await practice.login("vera").problem == "membership-ambiguous")
        }
    }

    @Test func `a password is reset: the old one and its sessions end, the token brings a new one`() async throws {
        try await Practice.open { practice in
            let doctor = try await practice.signIn("doctor1")
            let token = try await desk().resetPassword("doctor1@spree.example")
            try await expectEnded(doctor, "doctor/schedule")
            #expect(try await practice.login("doctor1").problem == "wrong-credentials")
            #expect(try await choose(practice, token).status == 204)
            #expect(try await practice.login("doctor1").status == 200)
        }
    }

    @Test func `where there are several clinics it has to be said which is meant`() async throws {
        await #expect(throws: StaffDesk.Failure.self) { _ = try await desk(nil).list() }
        #expect(try await desk().list().count > 4)
    }
}
