import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import JSON
import Testing

extension Conformance {
    /// Tests what a session reaches that waits to be unlocked, or that was opened for background work: the person's own
    /// check-ins, and nothing else of the person.
    @Suite struct LockedCheckIns {
        private static let checkIns: Set = [
            "recordCheckIn", "listOwnCheckIns", "getOwnCheckInPlan", "setCheckInIntervals",
        ]
        private static let contact = #"{"contact":{"name":"Aunt Mia","phone":"+49 30 5550123"}}"#

        /// A client that was idle for hours and has refreshed its token.
        private func locked(_ practice: Practice, _ name: String = "patient1") async throws -> App {
            let kept = try await loginInThePast(
                name, device: "demo-device", at: practice.now().adding(hours: -5))
            let refresh = App(practice: practice, token: try kept.text("refresh_token"), subject: "")
            let renewed = try await refresh.post("auth/refresh")
            guard renewed["locked"]?.bool == true else { throw Missing(what: "a locked session") }
            return try practice.app(of: renewed)
        }

        private func background(
            _ practice: Practice, _ name: String = "patient1", on platform: String = "web"
        ) async throws -> App {
            try practice.app(
                of: await practice.nobody.post(
                    "auth/login",
                    #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)","scope":"background","#
                        + #""platform":"\#(platform)"}"#))
        }

        /// Requests an operation without reading its description: with random ids, and an empty object as the body.
        private func send(_ operation: Operation, by app: App) async throws -> HTTPAnswer {
            let path = operation.path.text.replacing(/\{[a-z_]+\}/, with: newKey())
            return try await app.send(operation.method.rawValue, path, operation.body == nil ? nil : "{}")
        }

        @Test func `O26 O27 O28 a locked session checks in, lists check-ins, saves intervals, and stays locked`()
            async throws
        {
            try await Practice.open { practice in
                let (app, doctor) = try await (locked(practice), practice.signIn("doctor1"))
                let plan = try await doctor.put("check-ins/patients/\(app.subject)/plan", Self.contact)
                #expect(plan.status == 200)
                let made = try await app.post("check-ins", #"{"source":"widget"}"#)
                #expect(made.status == 201)
                #expect(try await app.get("check-ins?limit=1").items.map { $0["id"] } == [made["id"]])
                let set = try await app.put("check-ins/intervals", #"{"reminder_interval":3600}"#)
                for seen in [set, try await app.get("check-ins/plan")] {
                    #expect(seen.status == 200 && seen["reminder_interval"]?.integer == 3600)
                    #expect(seen["last_check_in_at"] == made["timestamp"] && seen["due_at"]?.string != nil)
                    #expect(seen["contact"] == nil && seen["doctor_id"] == nil && seen["contact_due_at"] == nil)
                }
                for (method, path, body) in [
                    ("GET", "patient/home", nil), ("GET", "me", nil), ("PUT", "check-ins/plan", Self.contact),
                    ("POST", "check-ins/plan/end", nil), ("GET", "check-ins/export", nil),
                ] {
                    #expect(try await app.send(method, path, body).problem == "session-locked", "\(path)")
                }
                #expect(try await app.post("pin/verify", #"{"pin":"270459"}"#).status == 204)
                let open = try await app.get("check-ins/plan")
                #expect(open["contact"]?["name"]?.string == "Aunt Mia")
                #expect(open["doctor_id"]?.string == doctor.subject)
            }
        }

        @Test func `an answer that is repeated to a locked session shows no contact either`() async throws {
            try await Practice.open { practice in
                let (open, key) = (try await practice.signIn("patient1"), newKey())
                #expect(try await open.put("check-ins/plan", Self.contact).status == 200)
                func save(_ app: App) async throws -> HTTPAnswer {
                    try await app.send(
                        "PUT", "check-ins/intervals", #"{"reminder_interval":60}"#, ["Idempotency-Key": key])
                }
                #expect(try await save(open)["contact"]?["name"]?.string == "Aunt Mia")
                let repeated = try await save(locked(practice))
                #expect(repeated.status == 200 && repeated["reminder_interval"]?.integer == 60)
                #expect(repeated["contact"] == nil)
            }
        }

        @Test
        func
            `a locked session reaches only what unlocks it, the vault, the catalogue, device reports and its check-ins`()
            async throws
        {
            let open = ServerAPI.operations.filter {
                if case .rolesEvenLocked = $0.access { true } else { false }
            }
            #expect(
                Set(open.map(\.id))
                    == Self.checkIns.union([
                        "unlockByPassword", "beginUnlock", "unlockBySignature", "verifyPIN", "pushVault", "pullVault",
                        "listVaultVersions", "getKeyEnvelope", "storeKeyEnvelope", "searchDrugs", "getDrug",
                        "listStudies", "listStudyUpdates", "reportDevice",
                    ]))
            try await Practice.open { practice in
                let app = try await locked(practice)
                let closed = ServerAPI.operations.filter { operation in
                    operation.roles.contains(.patient) && !open.contains { $0.id == operation.id }
                }
                #expect(closed.count > 60)
                for operation in closed {
                    let answer = try await send(operation, by: app)
                    #expect(answer.status == 403 && answer.problem == "session-locked", "\(operation.id)")
                }
            }
        }

        @Test func `O26 a session for background work checks in, and reaches nothing else of a patient's record`()
            async throws
        {
            try await Practice.open { practice in
                let open = try await practice.signIn("patient1")
                #expect(try await open.put("check-ins/plan", Self.contact).status == 200)
                let app = try await background(practice)
                #expect(try await app.post("check-ins", "{}").status == 201)
                #expect(try await app.get("check-ins").items.count >= 1)
                #expect(try await app.put("check-ins/intervals", #"{"reminder_interval":60}"#).status == 200)
                let plan = try await app.get("check-ins/plan")
                #expect(plan.status == 200 && plan["contact"] == nil)
                let closed = ServerAPI.operations.filter { operation in
                    operation.roles.contains(.patient) && !Self.checkIns.contains(operation.id)
                        && operation.allProblems.contains(.sessionRestricted)
                }
                #expect(closed.count > 50)
                for operation in closed {
                    let answer = try await send(operation, by: app)
                    #expect(answer.status == 403 && answer.problem == "session-restricted", "\(operation.id)")
                }
            }
        }

        @Test func `a locked session or one for background work sees no check-ins of a dependant`() async throws {
            try await Practice.open { practice in
                let (reception, child) = try await (practice.signIn("reception"), practice.signIn("patient2"))
                let parent = try await practice.signIn("patient1")
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                #expect(try await child.post("check-ins", "{}").status == 201)
                for path in ["check-ins", "check-ins/plan"] {
                    let (theirs, own) = ("\(path)?patient_id=\(child.subject)", "\(path)?patient_id=\(parent.subject)")
                    #expect(try await parent.get(theirs).status == 200, "\(path)")
                    #expect(try await locked(practice).get(theirs).problem == "session-locked", "\(path)")
                    #expect(try await background(practice).get(theirs).problem == "session-restricted", "\(path)")
                    #expect(try await [200, 404].contains(locked(practice).get(own).status), "\(path)")
                }
            }
        }

        @Test func `a session of a compromised device cannot check in, and a closed area is closed to background work`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1", device: "phone")
                let report = #"{"compromised":true,"signals":["suspicious_file"]}"#
                #expect(try await app.post("device-reports", report).status == 204)
                #expect(try await app.post("check-ins", "{}").problem == "session-restricted")
                #expect(try await app.get("check-ins").problem == "session-restricted")
                let phone = try await background(practice, "patient2", on: "ios")
                #expect(try await phone.post("check-ins", "{}").status == 201)
                let closed = #"{"patient":[],"doctor":[],"receptionist":[],"admin":[]}"#
                #expect(try await practice.signIn("admin").put("clinic/mobile-access", closed).status == 200)
                #expect(try await phone.post("check-ins", "{}").problem == "area-closed")
                #expect(try await phone.get("check-ins").problem == "area-closed")
            }
        }
    }
}
