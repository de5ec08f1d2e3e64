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
        private static let photo = String(
            decoding: [0x25, 0x50, 0x44, 0x46, 0x2d] + Array("1.7 photo".utf8), as: UTF8.self)

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
        func
            `O10 every PDF file has a signed address for five minutes, which ends with the session and shows no others`()
            async throws
        {
            try await Practice.open { practice in
                let (desk, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patient = try await practice.signIn("patient1").subject
                let invoice = try await desk.invoice(patient).text("id")
                let payment = try await desk.pay(invoice, 1_000).text("id")
                let prescription = try await doctor.post(
                    "patients/\(patient)/prescriptions", SampleBodies.prescription("With water"), key: newKey()
                ).text("id")
                let own = try await DentalApp(practice, "patient1", device: "phone")
                let other = try await DentalApp(practice, "patient2", device: "phone")
                for path in [
                    "invoices/\(invoice)/pdf", "payments/\(payment)/pdf", "patient/prescriptions/\(prescription)/pdf",
                    "patients/\(patient)/statements/pdf?from=2026-01-01&to=2026-12-31",
                ] {
                    let file = try await own.openPDF(path)
                    #expect(file.status == 200 && file.body.starts(with: "%PDF-".utf8), "\(path): \(file.status)")
                    #expect(try await other.openPDF(path).status == 404, "\(path)")
                }
                #expect(try await other.openPDF("patient/home").problem == "not-a-document")
                #expect(try await own.openPDF("prescriptions/\(prescription)/pdf").status == 403)
                let app = try await practice.signIn("doctor1", device: "other")
                let link = try await app.post(
                    "document-links", #"{"path":"/api/v1/prescriptions/\#(prescription)/pdf"}"#)
                let path = try link.text("path")
                let end = try #require(Instant(rfc3339: link.text("expires_at")))
                #expect(try await practice.now().adding(minutes: 5) >= end)
                #expect(try await practice.nobody.get(path).status == 200)
                var letters = Array(path)
                letters[path.count - 3] = letters[path.count - 3] == "A" ? "B" : "A"
                #expect(try await practice.nobody.get(String(letters)).problem == "file-link-invalid")
                let admin = try await practice.signIn("admin")
                let records = try await admin.accessRecords(
                    of: patient, by: ["getPrescriptionFile"])
                #expect(records.contains { $0["detail"]?["operation"]?.string == "getPrescriptionFile" })
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                #expect(try await practice.nobody.get(path).status == 403)
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":false}"#).status == 200)
                #expect(try await practice.nobody.get(path).status == 200)
                #expect(try await app.post("auth/logout").status < 300)
                #expect(try await practice.nobody.get(path).problem == "file-link-invalid")
            }
        }

        @Test(arguments: [
            nil, "application/octet-stream", "application/x-www-form-urlencoded", "image/jpg", "image/jpeg",
            "APPLICATION/PDF; charset=binary",
        ])
        func `O44 an upload is taken by its content if its type is absent, a default or a usual other name`(
            _ type: String?
        ) async throws {
            try await Practice.open { practice in
                let app = try await DentalApp(practice, "patient1", device: "phone")
                let added = try await app.call("POST", "patient/files?category=photo", Self.photo, type: type)
                #expect(added.status == 201 && added["type"]?.string == "application/pdf", "\(added.status)")
            }
        }

        @Test func `O44 an upload of another type is refused, and the refusal names the types that are taken`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await DentalApp(practice, "patient1", device: "phone")
                let page = try await app.call("POST", "patient/files?category=photo", "<p>", type: "text/html")
                #expect(page.status == 415 && page.problem == "unsupported-upload")
                #expect(page["detail"]?.string?.contains("image/jpeg") == true)
                let text = try await app.call("POST", "patient/files?category=photo", "words", type: nil)
                #expect(text.status == 415 && text.problem == "unsupported-file-type")
            }
        }

        @Test func `O18 a photo alone is a message, which the reception reads and opens; other photos stay closed`()
            async throws
        {
            try await Practice.open { practice in
                let desk = try await practice.signIn("reception")
                let app = try await DentalApp(practice, "patient1", device: "phone")
                func photo() async throws -> String {
                    try await app.call("POST", "patient/files?category=photo", Self.photo, type: nil).text("id")
                }
                let (sent, kept) = try await (photo(), photo())
                let thread = try await app.call(
                    "POST", "patient/messages", #"{"subject":"My tooth","files":["\#(sent)"]}"#)
                #expect(thread.status == 201)
                let id = try thread.text("id")
                let more = try await app.call(
                    "POST", "patient/messages/\(id)/messages", #"{"text":"","files":["\#(sent)"]}"#)
                #expect(more.status == 201 && more["text"]?.string?.isEmpty == false)
                let nothing = try await app.call("POST", "patient/messages/\(id)/messages", #"{"text":" ","files":[]}"#)
                #expect(nothing.status == 400)
                let read = try await desk.get("messages/\(id)/messages")
                #expect(read.items.allSatisfy { $0["files"]?.elements?.compactMap(\.string) == [sent] })
                #expect(try await desk.get("files/\(sent)").status == 200)
                let link = try await desk.post("files/\(sent)/link")
                #expect(try await practice.nobody.get(link.text("path")).status == 200)
                #expect(try await desk.get("files/\(kept)").status == 404)
                #expect(try await desk.post("files/\(kept)/link").status == 404)
                let closed = try await app.call(
                    "POST", "patient/messages", #"{"subject":"Secret","files":["\#(kept)"],"assigned_role":"doctor"}"#)
                #expect(closed.status == 201)
                #expect(try await desk.post("files/\(kept)/link").status == 404)
                let admin = try await practice.signIn("admin")
                let patient = try await practice.signIn("patient1").subject
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                #expect(try await desk.post("files/\(sent)/link").status >= 403)
                #expect(try await desk.get("files/\(sent)").status >= 403)
            }
        }

        @Test
        func `O12 a push token belongs to the account that registered it last, in any environment and letter case`()
            async throws
        {
            try await Practice.open { practice in
                func register(_ name: String, _ token: String, _ environment: String) async throws -> String {
                    let app = try await DentalApp(practice, name, device: "shared phone")
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

        @Test
        func
            `O21 an owner who is dentist and admin prescribes, invoices and registers in one session if the clinic wants it`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let id = try await admin.post(
                    "staff", #"{"name":"Dr. Olga Inhaber","roles":["admin","doctor"]}"#, key: newKey()
                ).text("id")
                let granted = try await admin.post(
                    "staff/\(id)/account", #"{"email":"olga@spree.example","password":"chairside-demo"}"#)
                #expect(granted.status < 300)
                let owner = try await practice.signIn("olga", as: "admin")
                let patient = try await owner.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#, key: newKey()
                ).text("id")
                #expect(try await owner.invoice(patient).status == 201)
                func prescribe(_ app: App) async throws -> Int {
                    try await app.post(
                        "patients/\(patient)/prescriptions", SampleBodies.prescription("With water"), key: newKey()
                    ).status
                }
                #expect(try await prescribe(owner) == 403)
                let settings = try await admin.get("clinic/settings")
                let rules = try #require(settings["scheduling"])
                let wanted = "{\"admins_treat\":true," + "\(rules)".dropFirst()
                #expect(try await admin.put("clinic/scheduling", wanted).status == 200)
                #expect(try await prescribe(admin) == 403)
                #expect(try await prescribe(owner) == 201)
                #expect(try await owner.get("clinic/settings")["scheduling"]?["admins_treat"]?.bool == true)
                let less = #"{"name":"Dr. Olga Inhaber","roles":["admin"]}"#
                #expect(try await admin.put("staff/\(id)", less).status == 200)
                #expect(try await prescribe(owner) == 403)
            }
        }

        @Test
        func `O19 O20 a doctor finds a drug by another name and is warned of an allergy that was written as text`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#, key: newKey()
                ).text("id")
                let app = try await DentalApp(practice, "doctor1", device: "phone")
                let found = try await app.call("GET", "drugs?q=Amoxicilina").items
                let drug = try #require(found.first { $0["name"]?.string == "amoxicillin" }).text("id")
                let allergy = try await app.call(
                    "POST", "patients/\(patient)/allergies", #"{"substance":"Penicillin","criticality":"high"}"#)
                #expect(allergy.status == 201)
                let draft = SampleBodies.prescription("With water").replacing(
                    /"drug_id":"[^"]*"/, with: "\"drug_id\":\"\(drug)\"")
                let refused = try await app.call("POST", "patients/\(patient)/prescriptions", draft)
                #expect(refused.status == 409 && refused.problem == "prescription-warnings")
                let warnings = try #require(refused["warnings"])
                #expect(warnings.elements?.first?["substance"]?.string == "Penicillin")
                let override = #"{"reason":"Tested negative","warnings":\#(warnings)}"#
                let made = try await app.call(
                    "POST", "patients/\(patient)/prescriptions", "\(draft.dropLast()),\"override\":\(override)}")
                #expect(made.status == 201)
            }
        }
    }
}
