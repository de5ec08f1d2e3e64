import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    @Suite struct AuditTrails {
        /// The newest audit record of a type that `isWanted` accepts. Repeats the request until there is one, since
        /// some records are written with a delay of one second.
        private func first(
            _ type: String, _ admin: App, where isWanted: (JSONValue) -> Bool = { _ in true }
        ) async throws -> JSONValue {
            for _ in 1...5_000 {
                let items = try await admin.get("audit-events?event_type=\(type)&limit=200").items
                if let event = items.first(where: isWanted) { return event }
            }
            throw Missing(what: "a \(type) in the audit trail")
        }

        private func isAbout(_ app: App) -> (JSONValue) -> Bool {
            { $0["detail"]?["subject_id"]?.string == app.subject }
        }

        private func types(of events: [JSONValue]) -> Set<String> {
            Set(events.compactMap { $0["event_type"]?.string })
        }

        @Test func `O33 logins, failed logins and logouts are recorded in the audit trail`() async throws {
            try await Practice.open { practice in
                let (admin, doctor) = try await (practice.signIn("admin"), practice.signIn("doctor1"))
                let login = try await first("login", admin, where: isAbout(doctor))
                #expect(login["detail"]?["role"]?.string == "doctor")
                let account = try #require(login["detail"]?["account_id"]?.string)
                let wrong = #"{"email":"doctor1@spree.example","password":"not the password"}"#
                #expect(try await practice.nobody.post("auth/login", wrong).status == 401)
                let failed = try await first("login-failed", admin)
                #expect(failed["detail"]?["account_id"]?.string == account)
                #expect(failed["detail"]?["reason"]?.string == "wrong_password")
                #expect(try await doctor.post("auth/logout").status == 204)
                _ = try await first("logout", admin, where: isAbout(doctor))
                let own = try await admin.get("audit-events?who=\(account)&limit=200").items
                #expect(types(of: own).isSuperset(of: ["login", "login-failed", "logout"]))
                #expect(own.allSatisfy { $0["detail"]?["account_id"]?.string == account })
            }
        }

        @Test func `O33 five wrong PINs and a refresh token reused by another device are recorded in the audit trail`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let app = try await practice.signIn("patient1", device: "demo-device")
                for _ in 1...5 { _ = try await app.post("pin/verify", #"{"pin":"000001"}"#) }
                let exhausted = try await first("pin-exhausted", admin, where: isAbout(app))
                #expect(exhausted["detail"]?["reason"]?.string == "pin_failures")
                let tokens = try await practice.login("patient2", device: "phone")
                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                #expect(try await refresh.send("POST", "auth/refresh", nil, ["X-Device-Id": "phone"]).status == 200)
                #expect(try await refresh.send("POST", "auth/refresh", nil, ["X-Device-Id": "thief"]).status == 401)
                _ = try await first("refresh-token-reused", admin)
            }
        }

        @Test func `O33 the audit trail names the grantor of a role, and the changed fields without their values`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let giver = try await first("login", admin, where: isAbout(reception))
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Adler","birth_date":"1990-04-01"}"#
                ).text("id")
                let grant = #"{"email":"mia.adler@mail.example","password":"drei Elche im Regen"}"#
                #expect(try await reception.post("patients/\(patient)/account", grant).status == 201)
                let granted = try await first("access-granted", admin) {
                    $0["detail"]?["subject_id"]?.string == patient
                }
                let (actor, account) = try (
                    granted.member("detail").text("actor_id"), giver.member("detail").text("account_id")
                )
                #expect(actor == account)

                let details = #"{"given_name":"Mia","family_name":"Habicht","birth_date":"1990-04-01"}"#
                #expect(try await reception.put("patients/\(patient)", details).status == 200)
                let changed = try await admin.get(
                    "audit-events?patient_id=\(patient)&event_type=patient-details-changed")
                let fields = changed.items[0]["detail"]?["fields"]?.elements?.compactMap(\.string) ?? []
                #expect(fields.contains("details/family"))
                #expect(!fields.contains("details/given") && !fields.contains("details/birth_date"))
                #expect(!String(decoding: changed.body, as: UTF8.self).contains("Habicht"))
            }
        }

        @Test func `O33 exports and refused accesses are recorded in the audit trail`() async throws {
            try await Practice.open { practice in
                let (admin, doctor) = try await (practice.signIn("admin"), practice.signIn("doctor1"))
                let patient = try await practice.signIn("patient1").subject
                #expect(try await admin.get("patients/\(patient)/export").status == 200)
                let exported = try await first("patient-exported", admin)
                #expect(exported["detail"]?["ids"]?.elements?.compactMap(\.string) == [patient])
                #expect(try await doctor.get("patients/\(patient)/export").status == 403)
                let refused = try await first("access-refused", admin)
                #expect(refused["detail"]?["operation"]?.string == "exportPatient")
                let another = try await practice.signIn("patient2").subject
                for id in [patient, another] { #expect(try await doctor.get("patients/\(id)").status == 200) }
                for id in [patient, another] {
                    _ = try await first("patient-data-read", admin) {
                        $0["detail"]?["patient_ids"]?.elements?.compactMap(\.string) == [id]
                    }
                }
                let about = try await admin.get("audit-events?patient_id=\(patient)&limit=200").items
                #expect(
                    !about.contains {
                        $0["detail"]?["patient_ids"]?.elements?.contains { $0.string == another } == true
                    })
                #expect(types(of: about).contains("patient-exported"))
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                #expect(try await admin.get("patients/\(patient)/export").status == 403)
                let restricted = try await first("access-refused", admin) { $0["detail"]?["ids"] != nil }
                #expect(restricted["detail"]?["ids"]?.elements?.compactMap(\.string) == [patient])
            }
        }

        @Test func `pages of the audit trail neither omit nor repeat records of the same second`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                for number in 1...6 {
                    _ = try await reception.post(
                        "patients",
                        #"{"given_name":"P\#(number)","family_name":"Seite","birth_date":"1990-04-0\#(number)"}"#)
                    _ = try await practice.signIn("patient1")
                }
                let foreign = try await TestDatabase.current.withConnection { connection in
                    let noted = try await connection.perform(
                        """
                        INSERT INTO security_event (clinic_id, event_id, at, type)
                        VALUES (gen_random_uuid(), sortable_id(now()), now(), 'login') RETURNING event_id::text
                        """)
                    return try noted[0].text(0)
                }
                let end = try await practice.now().adding(seconds: 1).rfc3339
                // Reading the trail is recorded too. After `end`, these records are not in the answers.
                try await until { try await practice.now().rfc3339 > end }
                // Audit records are written with a delay. Wait until the audit trail has the record of the admin's
                // login.
                _ = try await first("login", admin, where: isAbout(admin))
                let whole = try await admin.get("audit-events?limit=60&to=\(end)").items.compactMap { $0["id"]?.string }
                #expect(whole.count == 60 && !whole.contains(foreign), "another clinic's")
                var paged: [String] = []
                var cursor = ""
                while paged.count < 60 {
                    let page = try await admin.get("audit-events?limit=7&to=\(end)\(cursor)")
                    paged += page.items.compactMap { $0["id"]?.string }
                    cursor = "&cursor=\(try page.text("next_cursor"))"
                }
                #expect(Array(paged.prefix(60)) == whole)
                #expect(Set(paged).count == paged.count)
            }
        }

        @Test func `an admin gets the audit trail as CSV, and a receptionist gets 403`() async throws {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let answer = try await admin.get("audit-events.csv?event_type=login&limit=10")
                #expect(answer.fields["content-type"]?.hasPrefix("text/csv") == true)
                let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\r\n")
                #expect(lines[0].hasPrefix("id,timestamp,event_type,account_id"))
                #expect(lines.count > 2)
                let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
                #expect(
                    lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == columns })
                #expect(try await reception.get("audit-events.csv").status == 403)
                #expect(
                    try await admin.get("audit-events?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z").items.isEmpty)
            }
        }
    }
}
