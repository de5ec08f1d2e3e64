import ClinicDemo
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Identifiers
import Identity
import JSON
import Logging
import TestSupport
import Testing

/// Tests the commands by which an operator manages staff while the clinic's server runs.
@Suite(.serialized, .database(.demo)) struct StaffAdministrationTests {
    private func desk(_ clinic: String? = "c11c0000-0000-8000-8000-000000000001") throws -> StaffAdministration {
        StaffAdministration(try .demo(), clinic: clinic)
    }

    private func choose(_ practice: Practice, _ token: String) async throws -> HTTPAnswer {
        try await practice.nobody.post(
            "auth/new-password", #"{"token":"\#(token)","password":"\#(DemoLogin.password)"}"#)
    }

    /// Repeats a GET request until it is refused, since the server learns only after a moment that the session has
    /// ended.
    private func expectEnded(_ app: App, _ path: String) async throws {
        #expect(try await app.refusal(of: path) == "session-ended")
    }

    @Test func `a hired member of staff sets a password and signs in, until they are deactivated`() async throws {
        try await Practice.open { practice in
            let given = try await desk().add(name: "Ida Berg", roles: ["receptionist"], email: "ida@spree.example")
            let token = try #require(given)
            #expect(
                try await desk().list().contains(
                    "Ida Berg\treceptionist\tida@spree.example\tno password yet, 0 sessions"))
            #expect(try await choose(practice, token).status == 204)
            let ida = try await practice.signIn("ida")
            #expect(try await ida.get("reception/queue").status == 200)
            try await desk().deactivate("Ida@spree.example")
            try await expectEnded(ida, "reception/queue")
            #expect(try await practice.login("ida", as: "receptionist").problem == "no-such-membership")
            await #expect(throws: OperationRefused.self) { try await desk().deactivate("nobody@spree.example") }
        }
    }

    @Test
    func `hiring a person voids the password that another clinic gave them, and the returned token sets a new one`()
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
            let given = try await desk().add(name: "Dr. Vera Nuss", roles: ["doctor"], email: "vera@spree.example")
            let token = try #require(given)
            let old = #"{"email":"vera@spree.example","password":"known to others"}"#
            #expect(try await practice.nobody.post("auth/login", old).problem == "wrong-credentials")
            #expect(try await choose(practice, token).status == 204)
            let login = try await practice.login("vera")
            #expect(login["other_memberships"]?.elements?.count == 1)
        }
    }

    @Test
    func `a password reset ends the account's sessions and old password, and returns a token to set a new password`()
        async throws
    {
        try await Practice.open { practice in
            let doctor = try await practice.signIn("doctor1")
            let token = try await desk().resetPassword("doctor1@spree.example")
            try await expectEnded(doctor, "doctor/schedule")
            #expect(try await practice.login("doctor1").problem == "wrong-credentials")
            #expect(try await choose(practice, token).status == 204)
            #expect(try await practice.login("doctor1").status == 200)
        }
    }

    @Test func `an operator's command about staff requires the clinic's name if there are several clinics`()
        async throws
    {
        await #expect(throws: ClinicDirectory.Unclear.self) { _ = try await desk(nil).list() }
        #expect(try await desk().list().count > 4)
    }

    @Test(arguments: ["Zahnklinik an der Spree", "zahnklinik an der SPREE", "C11C0000-0000-8000-8000-000000000001"])
    func `an operator's command about staff finds a clinic by name, in any letter case, or by id`(_ text: String)
        async throws
    {
        let named = try await desk(text).list()
        #expect(try await named == desk().list())
    }

    @Test func `a clinic name that is unknown, ambiguous or missing is refused with a list of the clinics`() throws {
        let (one, two) = (UUIDBytes(high: 1, low: 1), UUIDBytes(high: 2, low: 2))
        let clinics = ClinicDirectory([.init(id: one, name: "Praxis Nord"), .init(id: two, name: "PRAXIS NORD")])
        #expect(try clinics.find("Praxis Nord").id == one)
        #expect(try clinics.find("PRAXIS NORD").id == two)
        for text in ["praxis nord", "Praxis", UUIDBytes(high: 3, low: 3).text, nil] {
            let refusal = #expect(throws: ClinicDirectory.Unclear.self) { _ = try clinics.find(text) }
            #expect(refusal?.description.contains("\(two)  PRAXIS NORD") == true)
        }
        #expect(throws: ClinicDirectory.Unclear.self) { _ = try ClinicDirectory([]).find(nil) }
    }

    @Test func `a person who is hired as doctor and admin can sign in with either role`() async throws {
        try await Practice.open { practice in
            let given = try await desk().add(
                name: "Dr. Ute Kern", roles: ["admin", "doctor"], email: "ute@spree.example")
            let token = try #require(given)
            #expect(
                try await desk().list().contains(
                    "Dr. Ute Kern\tdoctor, admin\tute@spree.example\tno password yet, 0 sessions"))
            #expect(try await choose(practice, token).status == 204)
            let (doctor, admin) = try await (
                practice.signIn("ute", as: "doctor"), practice.signIn("ute", as: "admin")
            )
            #expect(doctor.subject == admin.subject)
            #expect(try await doctor.get("doctor/schedule").status == 200)
            #expect(try await doctor.get("clinic/settings").status == 403)
            #expect(try await admin.get("clinic/settings").status == 200)
            await #expect(throws: OperationRefused.self) {
                _ = try await desk().add(name: "Ben", roles: ["dentist"], email: "ben@spree.example")
            }
        }
    }
}
