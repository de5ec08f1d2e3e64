import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests files with the dental app's client: PDF files, uploads and photos in messages.
    @Suite struct DentalAppFiles {
        private static let photo = String(
            decoding: [0x25, 0x50, 0x44, 0x46, 0x2d] + Array("1.7 photo".utf8), as: UTF8.self)

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
                #expect(try await app.post("auth/logout").status < 300)
                #expect(try await practice.nobody.get(path).problem == "file-link-invalid")
            }
        }

        @Test(
            arguments: [
                nil, "application/octet-stream", "application/x-www-form-urlencoded", "image/jpg", "image/jpeg",
                "APPLICATION/PDF; charset=binary",
            ] as [String?])
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
                    "POST", "patient/messages/\(id)/messages", #"{"files":["\#(sent)"]}"#)
                #expect(more.status == 201 && more["text"]?.string?.isEmpty == false)
                for text in ["", " \\n"] {
                    let empty = try await app.call(
                        "POST", "patient/messages/\(id)/messages", #"{"text":"\#(text)","files":["\#(sent)"]}"#)
                    #expect(empty.status == 201 && empty["text"] == more["text"])
                    let other = try await app.call(
                        "POST", "patient/messages", #"{"subject":"Here","text":"\#(text)","files":["\#(sent)"]}"#)
                    #expect(other.status == 201)
                    let nothing = try await app.call(
                        "POST", "patient/messages/\(id)/messages", #"{"text":"\#(text)","files":[]}"#)
                    #expect(nothing.status == 400)
                }
                let invisible = try await app.call(
                    "POST", "patient/messages/\(id)/messages", #"{"text":"\u200b","files":["\#(sent)"]}"#)
                #expect(invisible.status == 400)
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
    }
}
