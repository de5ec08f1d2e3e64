import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import Testing

extension Conformance {
    @Suite struct Scope {
        @Test
        func `O1 O32 all paths except those listed in the test begin with /api/v1, /v1/auth, /v1/sync or /v1/catalog`()
            async throws
        {
            let outside: Set<String> = [
                "/api/v1", "/.well-known/jwks.json", "/livez", "/readyz", "/openapi.json", "/problems",
                "/problems/{type}",
            ]
            for path in ServerAPI.operations.map(\.path.text) where !outside.contains(path) {
                let isOfApp = ["/v1/auth/", "/v1/sync/", "/v1/catalog/"].contains { path.hasPrefix($0) }
                #expect(path.hasPrefix("/api/v1/") || isOfApp, "\(path)")
            }
            try await Practice.open { practice in
                let status = try await practice.nobody.get("status")
                #expect(status.status == 200)
                #expect(status["status"]?.string == "ok")
                #expect(try await practice.nobody.get("health").status == 404)
                for path in ["/livez", "/readyz"] { #expect(try await practice.nobody.get(path).status == 200) }
            }
        }

        @Test func `GET /api/v1 lists once the path of each endpoint that needs no login, except paths under /v1`()
            async throws
        {
            try await Practice.open { practice in
                let entry = try await practice.nobody.get("/api/v1")
                #expect(entry.status == 200)
                let paths = entry["open"]?.elements?.compactMap { $0["path"]?.string } ?? []
                let open = ServerAPI.operations.filter { !$0.requiresAuthentication }.map(\.path.text)
                #expect(Set(paths) == Set(open.filter { !$0.hasPrefix("/v1/") }))
                #expect(paths.count == Set(paths).count)
            }
        }

        @Test func `a request whose cursor contains an impossible value is answered with 400`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let id = newKey()
                for second in ["9223372036854775807", "-9223372036854775808", "253402300800", "x", ""] {
                    let payments = Cursor([second, id]).text
                    #expect(try await reception.get("payments?cursor=\(payments)").status == 400)
                    let appointments = Cursor(["2026-11-23", second, id]).text
                    #expect(try await reception.get("appointments?cursor=\(appointments)").status == 400)
                }
                #expect(try await reception.get("payments?cursor=\(Cursor(["253402300799", id]).text)").status == 200)
            }
        }

        /// Paths of existing data, each with the users whose role may not read it.
        private let refusals: [(path: String, roles: [String])] = [
            ("reception/queue", ["patient1", "doctor1"]),
            ("doctor/schedule", ["patient1", "reception"]),
            ("patients", ["patient1"]),
            ("appointments", ["patient1"]),
            ("staff", ["patient1"]),
            ("invoices", ["patient1", "doctor1"]),
            ("payments", ["patient1", "doctor1"]),
            ("admin/dashboard", ["patient1", "doctor1", "reception"]),
            ("clinic/settings", ["patient1", "doctor1", "reception"]),
            ("clinic/mobile-access", ["patient1", "doctor1", "reception"]),
            ("patient/home", ["doctor1", "reception", "admin"]),
            ("patient/appointments", ["doctor1", "reception", "admin"]),
            ("patient/invoices", ["doctor1", "reception", "admin"]),
            ("patient/profile", ["doctor1", "reception", "admin"]),
        ]

        @Test func `O2 a request to another role's endpoint is answered with 403, and with 401 without a session`()
            async throws
        {
            try await Practice.open { practice in
                var apps: [String: App] = [:]
                for role in ["patient1", "doctor1", "reception", "admin"] {
                    apps[role] = try await practice.signIn(role)
                }
                for (path, roles) in refusals {
                    #expect(try await practice.nobody.get(path).status == 401, "\(path)")
                    for (role, app) in apps {
                        let status = try await app.get(path).status
                        #expect(status == (roles.contains(role) ? 403 : 200), "\(role) \(path)")
                    }
                }
            }
        }

        @Test func `O2 a command that the caller's role does not permit is answered with 403 and changes nothing`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let doctor = try await practice.signIn("doctor1")
                let reception = try await practice.signIn("reception")
                let id = try await reception.book(patient.subject).text("id")
                #expect(try await patient.post("appointments/\(id)/check-in", #"{"early":true}"#).status == 403)
                #expect(try await doctor.post("appointments/\(id)/check-in", #"{"early":true}"#).status == 403)
                #expect(try await reception.post("appointments/\(id)/start", #"{"early":true}"#).status == 403)
                #expect(try await reception.post("appointments/\(id)/note", #"{"note":"Hm"}"#).status == 403)
                for app in [patient, doctor] { #expect(try await app.invoice(patient.subject).status == 403) }
                for app in [patient, doctor, reception] {
                    #expect(try await app.openAroundTheClock().status == 403)
                    #expect(try await app.post("chairs", #"{"name":"Zimmer 9"}"#).status == 403)
                }
                #expect(try await reception.get("appointments/\(id)")["status"]?.string == "booked")
            }
        }

        @Test func `O2 a request for another person's data gets the same 404 as a request for missing data`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (owner, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let elsewhere = try await practice.signIn("reception", clinic: "harbor")
                let appointment = try await reception.book(owner.subject).text("id")
                let invoice = try await reception.invoice(owner.subject).text("id")
                let payment = try await reception.pay(invoice, 1_000).text("id")
                let nothing = try await other.get("appointments/\(newKey())")
                #expect(nothing.status == 404)
                for path in ["appointments/\(appointment)", "invoices/\(invoice)", "payments/\(payment)"] {
                    #expect(try await owner.get(path).status == 200)
                    for app in [other, elsewhere] {
                        let answer = try await app.get(path)
                        #expect(answer.status == 404, "\(path)")
                        #expect(answer.body == nothing.body)
                    }
                }
                #expect(try await elsewhere.get("patients/\(owner.subject)").status == 404)
                #expect(try await other.post("appointments/\(appointment)/cancel", "{}").status == 404)
                #expect(try await other.post("appointments/\(appointment)/confirm").status == 404)
                let voided = try await elsewhere.post("invoices/\(invoice)/void", #"{"reason":"x"}"#)
                #expect(voided.status == 404)
                let free = try #require(try await other.freeTimes().first)
                #expect(try await other.post("appointments", free.booking(for: owner.subject)).status == 403)
                #expect(try await owner.get("appointments/\(appointment)")["status"]?.string == "booked")
            }
        }

        @Test func `O2 a payment for another clinic's invoice gets the same 404 in any currency`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1").subject
                let elsewhere = try await practice.signIn("reception", clinic: "harbor")
                let invoice = try await reception.invoice(patient).text("id")
                let payment = try await reception.pay(invoice, 1_000).text("id")
                let nothing = try await reception.get("invoices/\(newKey())")
                for currency in ["EUR", "USD"] {
                    let money = #""amount":{"amount":100,"currency":"\#(currency)"},"method":"card""#
                    let tries: [(App, path: String, body: String)] = [
                        (elsewhere, "invoices/\(invoice)/payments", "{\(money)}"),
                        (reception, "invoices/\(newKey())/payments", "{\(money)}"),
                        (elsewhere, "payments", #"{"patient_id":"\#(patient)",\#(money)}"#),
                        (elsewhere, "payments/\(payment)/refunds", #"{"reason":"x",\#(money)}"#),
                    ]
                    for (app, path, body) in tries {
                        let answer = try await app.post(path, body, key: newKey())
                        #expect(answer.status == 404, "\(currency) \(path)")
                        #expect(answer.body == nothing.body, "\(currency) \(path)")
                    }
                }
                let dollars = #"{"amount":{"amount":100,"currency":"USD"},"method":"card"}"#
                let own = try await reception.post("invoices/\(invoice)/payments", dollars, key: newKey())
                #expect(own.problem == "other-currency")
            }
        }
    }
}
