import ClinicDemo
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Foundation
import Identifiers
import JSON
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests how an operator founds and closes clinics while a server runs.
@Suite(.serialized, .database(.demo)) struct ClinicAdministrationTests {
    private func desk() throws -> ClinicAdministration {
        ClinicAdministration(try .demo())
    }

    private func founding(_ name: String) -> ClinicAdministration.Founding {
        ClinicAdministration.Founding(
            name: name, zone: "Europe/Vienna", currency: "EUR", adminName: "Dr. Eva Moser",
            adminEmail: "eva@donau.example", adminRoles: ["admin", "doctor"])
    }

    private func choose(_ practice: Practice, _ token: String) async throws {
        let chosen = try await practice.nobody.post(
            "auth/new-password", #"{"token":"\#(token)","password":"\#(DemoLogin.password)"}"#)
        #expect(chosen.status == 204)
    }

    @Test func `the first admin of a newly founded clinic chooses a password and hires staff`() async throws {
        try await Practice.open { practice in
            let founded = try await desk().found(founding("Praxis Donau"))
            #expect(founded.isNew)
            try await choose(practice, try #require(founded.token))
            let eva = try await practice.signIn("eva", clinic: "donau", as: "admin")
            let settings = try await eva.get("clinic/settings")
            #expect(settings["id"]?.string == founded.id)
            #expect(settings["time_zone"]?.string == "Europe/Vienna")
            #expect(try await eva.post("staff", #"{"name":"Nia","roles":["receptionist"]}"#).status == 201)
            #expect(try await desk().list().contains("\(founded.id)\tPraxis Donau\tEurope/Vienna\tEUR"))
        }
    }

    @Test func `founding a clinic again keeps the clinic and returns a new password token for the clinic's admin`()
        async throws
    {
        try await Practice.open { practice in
            let first = try await desk().found(founding("Praxis Donau"))
            let again = try await desk().found(founding("praxis donau"))
            #expect(!again.isNew && again.id == first.id)
            try await choose(practice, try #require(again.token))
            #expect(try await desk().list().filter { $0.contains("Donau") }.count == 1)
            let old = try await practice.nobody.post(
                "auth/new-password", #"{"token":"\#(first.token ?? "")","password":"another good one"}"#)
            #expect(old.problem == "invalid-one-time-token")
        }
    }

    @Test func `one account can be the first admin of two clinics, and can sign in to each of the two clinics`()
        async throws
    {
        try await Practice.open { practice in
            try await choose(practice, try #require(try await desk().found(founding("Praxis Donau")).token))
            let second = try await desk().found(founding("Praxis Inn"))
            if let token = second.token { try await choose(practice, token) }
            for clinic in [try await desk().found(founding("Praxis Donau")).id, second.id] {
                let login = try await practice.nobody.post(
                    "auth/login",
                    """
                    {"email":"eva@donau.example","password":"\(DemoLogin.password)","clinic_id":"\(clinic)",\
                    "role":"admin"}
                    """)
                #expect(login["clinic_id"]?.string == clinic)
            }
        }
    }

    @Test func `founding a clinic with invalid details is refused with a readable reason and adds no clinic`()
        async throws
    {
        var cases: [(ClinicAdministration.Founding, String)] = []
        func refused(_ words: String, _ change: (inout ClinicAdministration.Founding) -> Void) {
            var wrong = founding("Praxis Donau")
            change(&wrong)
            cases.append((wrong, words))
        }
        refused("name: ") { $0.name = "" }
        refused("there is no time zone Vienna") { $0.zone = "Vienna" }
        refused("there is no currency Taler") { $0.currency = "Taler" }
        refused("email: ") { $0.adminEmail = "eva" }
        refused("must be an admin") { $0.adminRoles = ["doctor"] }
        refused("another time zone or currency") { $0.name = "Zahnklinik an der Spree" }
        for (wrong, words) in cases {
            let refusal = await #expect(throws: OperationRefused.self) { _ = try await desk().found(wrong) }
            #expect(refusal?.description.contains(words) == true, "\(refusal?.description ?? "") lacks \(words)")
        }
        #expect(try await desk().list().count == 2)
    }

    @Test func `closing a clinic needs the clinic's name as confirmation, ends sessions and stops logins`() async throws
    {
        try await Practice.open { practice in
            let founded = try await desk().found(founding("Praxis Donau"))
            try await choose(practice, try #require(founded.token))
            let eva = try await practice.signIn("eva", clinic: "donau", as: "admin")
            let wrong = await #expect(throws: OperationRefused.self) {
                try await desk().close("Praxis Donau", confirmation: "yes", reason: "Sold")
            }
            #expect(wrong?.description.contains("--confirm 'Praxis Donau'") == true)
            #expect(try await eva.get("clinic/settings").status == 200)
            try await desk().close(founded.id, confirmation: "Praxis Donau", reason: "Sold")
            #expect(try await eva.refusal(of: "clinic/settings") == "session-ended")
            #expect(try await practice.login("eva", clinic: "donau", as: "admin").problem == "no-such-membership")
            let line = try #require(try await desk().list().first { $0.contains("Donau") })
            #expect(line.contains("closed on 20"))
            await #expect(throws: OperationRefused.self) { _ = try await desk().found(founding("Praxis Donau")) }
        }
    }

    @Test func `a clinic with future visits cannot be closed`() async throws {
        let refusal = await #expect(throws: OperationRefused.self) {
            try await desk().close(
                "Zahnklinik an der Spree", confirmation: "Zahnklinik an der Spree", reason: "Retirement")
        }
        #expect(refusal?.description.contains("visits are still to come") == true)
    }
}
