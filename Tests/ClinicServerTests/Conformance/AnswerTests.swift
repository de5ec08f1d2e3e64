import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests rules for the answers of all endpoints: ids and versions, caching, instants, and statuses of rejections.
    @Suite struct Answers {
        private struct Reader {
            let app: App
            let paths: [String]
        }

        /// A client for each role, with paths of the data that the role can read.
        private func readers(_ practice: Practice) async throws -> [Reader] {
            let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
            let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
            let visit = try await reception.book(patient.subject, with: doctor.subject)
            let (id, date) = try (visit.text("id"), visit.text("date"))
            let bill = try await reception.invoice(patient.subject).text("id")
            let receipt = try await reception.pay(bill, 1_000).text("id")
            return [
                Reader(
                    app: patient,
                    paths: [
                        "me", "sessions", "patient/home", "patient/appointments", "patient/appointments?when=past",
                        "patient/profile", "patient/invoices", "patient/balance", "appointments/\(id)",
                        "invoices/\(bill)", "payments/\(receipt)",
                    ]),
                Reader(
                    app: reception,
                    paths: [
                        "reception/queue?date=\(date)", "patients", "patients/\(patient.subject)", "appointments",
                        "invoices", "payments", "patients/\(patient.subject)/balance",
                    ]),
                Reader(app: doctor, paths: ["doctor/schedule?date=\(date)", "appointments/\(id)"]),
                Reader(app: admin, paths: ["admin/dashboard"]),
            ]
        }

        private let ofTheClinic = [
            "clinic", "clinic/settings", "clinic/mobile-access", "services", "chairs", "doctors", "staff",
        ]

        @Test func `O7 in answers to all roles, each object with an id also has a version`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                var seen = 0
                for reader in try await readers(practice) + [Reader(app: admin, paths: ofTheClinic)] {
                    for path in reader.paths {
                        let json = try #require(try await reader.app.get(path).json)
                        let entities = json.objects().filter { $0.object["id"] != nil }
                        let bare = ["patient/home", "admin/dashboard"].contains(path)
                        #expect(bare || !entities.isEmpty, "\(path)")
                        for (_, entity) in entities {
                            #expect((entity["version"]?.integer ?? 0) > 0, "\(path): \(entity)")
                        }
                        seen += entities.count
                    }
                }
                #expect(seen > 100)
            }
        }

        @Test func `O8 answers with patient data forbid caches to store the answers`() async throws {
            try await Practice.open { practice in
                for reader in try await readers(practice) {
                    for path in reader.paths {
                        let answer = try await reader.app.get(path)
                        #expect(answer.status == 200, "\(path)")
                        #expect(answer.fields["cache-control"] == "no-store", "\(path)")
                    }
                }
            }
        }

        @Test func `O8 the clinic's data and the API's description may be cached and are revalidated by ETag`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                for path in ofTheClinic + ["/openapi.json"] {
                    let answer = try await admin.get(path)
                    #expect(answer.status == 200, "\(path)")
                    #expect(answer.fields["cache-control"]?.contains("max-age=") == true, "\(path)")
                    let tag = try #require(answer.fields["etag"], "\(path)")
                    let unchanged = try await admin.get(path, ["If-None-Match": tag])
                    #expect(unchanged.status == 304, "\(path)")
                    #expect(unchanged.body.isEmpty)
                    #expect(unchanged.fields["etag"] == tag)
                }
                let tag = try #require(try await admin.get("clinic").fields["etag"])
                #expect(try await admin.openAroundTheClock().status == 200)
                let changed = try await admin.get("clinic", ["If-None-Match": tag])
                #expect(changed.status == 200)
                #expect(try changed.field("etag") != tag)
            }
        }

        @Test func `O8 cacheable answers with a clinic's data are private and vary by Authorization`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                for path in ofTheClinic {
                    let answer = try await admin.get(path)
                    #expect(answer.fields["cache-control"]?.contains("private") == true, "\(path)")
                    #expect(answer.list("vary").contains("authorization"), "\(path)")
                    let tag = try #require(answer.fields["etag"], "\(path)")
                    let unchanged = try await admin.get(path, ["If-None-Match": tag])
                    #expect(unchanged.list("vary").contains("authorization"), "\(path)")
                }
                #expect(!(try await admin.get("/openapi.json").list("vary").contains("authorization")))
            }
        }

        @Test func `O43 instants in answers have whole seconds, in UTC`() async throws {
            try await Practice.open { practice in
                let begins = /[0-9]{4}-[0-9]{2}-[0-9]{2}T/
                let whole = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/
                var seen = 0
                for reader in try await readers(practice) + [Reader(app: practice.nobody, paths: ["status"])] {
                    for path in reader.paths {
                        let strings = try #require(try await reader.app.get(path).json).strings
                        for text in strings where text.prefixMatch(of: begins) != nil {
                            #expect(text.wholeMatch(of: whole) != nil, "\(path): \(text)")
                            seen += 1
                        }
                    }
                }
                #expect(seen > 100)
            }
        }

        @Test func `O42 a rejected command gets 409 or 403, and no endpoint's description has a 422`() async throws {
            try await Practice.open { practice in
                let (reception, patient) = try await (practice.signIn("reception"), practice.signIn("patient1"))
                let visit = try await reception.book(patient.subject)
                let id = try visit.text("id")
                let bill = try await reception.invoice(patient.subject).text("id")
                let time = try #require(try await reception.freeTimes(for: patient.subject).first)
                let past = try await practice.now().adding(days: -2).rfc3339
                let farAhead = try await practice.now().adding(days: 400).rfc3339
                func at(_ start: String) -> String {
                    FreeTime(service: time.service, doctor: time.doctor, start: start).booking()
                }
                let refusals: [(App, path: String, body: String, problem: String)] = [
                    (reception, "appointments/\(id)/complete", "{}", "appointment-status"),
                    (reception, "appointments/\(id)/check-in", "{}", "appointment-not-today"),
                    (reception, "appointments/\(id)/no-show", "{}", "too-soon-for-no-show"),
                    (reception, "appointments/\(id)/undo", #"{"reason":"x"}"#, "nothing-to-undo"),
                    (patient, "appointments", at(past), "start-in-past"),
                    (patient, "appointments", at(farAhead), "start-too-far-ahead"),
                    (patient, "appointments", at(String(time.start.dropLast(6) + "03:00Z")), "start-off-grid"),
                    (patient, "pin/verify", #"{"pin":"270459"}"#, "no-pin-set"),
                    (patient, "pin", #"{"pin":"111111"}"#, "weak-pin"),
                    (patient, "patients", "{}", "forbidden"),
                ]
                for (app, path, body, problem) in refusals {
                    let answer = try await app.post(path, body)
                    #expect(answer.problem == problem, "\(path)")
                    #expect([409, 403].contains(answer.status), "\(path): \(answer.status)")
                    #expect(answer["title"]?.string?.isEmpty == false)
                }
                let noCredit = try await reception.post("invoices/\(bill)/apply-credit", key: newKey())
                #expect(noCredit.status == 409)
                #expect(noCredit.problem == "no-credit")
            }
            for operation in ServerAPI.operations {
                let refusals = operation.problems.map(\.status)
                #expect(!refusals.contains(422), "\(operation.id)")
                #expect(refusals.filter { $0 >= 500 }.allSatisfy { [500, 503].contains($0) }, "\(operation.id)")
            }
        }
    }
}
