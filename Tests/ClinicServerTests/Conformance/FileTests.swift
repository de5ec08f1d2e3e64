import ClinicServer
import ClinicTestSupport
import Crypto
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests files of patients over HTTP.
    @Suite struct PatientFiles {
        /// A text that begins like a PDF file and is longer than two sealed pieces.
        static let content = "%PDF-1.7\n" + String(repeating: "0123456789abcdef", count: 10_000)

        private func patient(_ app: App) async throws -> String {
            try await app.get("patients?limit=1").items[0].text("id")
        }

        @Test
        func `O44 the answer to an upload has the file's id, size, type and hash, and a link downloads the content`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await patient(doctor)
                let added = try await doctor.addFile(to: patient, Self.content, name: "Röntgen 26.pdf")
                #expect(added.status == 201)
                let file = try added.text("id")
                #expect(added.fields["location"] == "/api/v1/files/\(file)")
                #expect(added["size"]?.integer == Int64(Self.content.utf8.count))
                #expect(added["type"]?.string == "application/pdf")
                let hash = SHA256.hash(data: Data(Self.content.utf8)).map { String(format: "%02x", $0) }.joined()
                #expect(added["sha256"]?.string == hash)
                #expect(try await doctor.get("files/\(file)").body == added.body)
                #expect(try await doctor.get("patients/\(patient)/files").items.first?["id"]?.string == file)
                let whole = try await doctor.download(file)
                #expect(whole.status == 200)
                #expect(String(decoding: whole.body, as: UTF8.self) == Self.content)
                #expect(whole.fields["content-type"] == "application/pdf")
                #expect(added["name"]?.string == "Röntgen 26.pdf")
                #expect(whole.fields["content-disposition"] == "inline; filename=\"file.pdf\"")
            }
        }

        @Test func `a link to a file's content answers range requests, conditional requests and HEAD`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let file = try await doctor.addFile(to: try await patient(doctor), Self.content).text("id")
                let size = Self.content.utf8.count
                let whole = try await doctor.download(file)
                let tag = try #require(whole.fields["etag"])
                #expect(whole.fields["accept-ranges"] == "bytes")
                for (first, last) in [(0, 0), (65_530, 65_545), (131_000, size - 1)] {
                    let part = try await doctor.download(file, ["Range": "bytes=\(first)-\(last)", "If-Range": tag])
                    #expect(part.status == 206)
                    #expect(part.fields["content-range"] == "bytes \(first)-\(last)/\(size)")
                    #expect(part.body == Array(Array(Self.content.utf8)[first...last]))
                }
                let beyond = try await doctor.download(file, ["Range": "bytes=\(size)-"])
                #expect(beyond.status == 416 && beyond.fields["content-range"] == "bytes */\(size)")
                let other = try await doctor.download(file, ["Range": "bytes=0-9", "If-Range": "\"other\""])
                #expect(other.status == 200 && other.body.count == size)
                #expect(try await doctor.download(file, ["If-None-Match": tag]).status == 304)
                let path = try await doctor.post("files/\(file)/link").text("path")
                let head = try await practice.nobody.send("HEAD", path)
                #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "\(size)")
            }
        }

        @Test func `O10 the answer with a link to a file's content names the link's end, which is in five minutes`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let file = try await doctor.addFile(to: try await patient(doctor), Self.content).text("id")
                let before = try await practice.now()
                let link = try await doctor.post("files/\(file)/link")
                let after = try await practice.now()
                let end = try #require(Instant(rfc3339: link.text("expires_at")))
                #expect((before.adding(minutes: 5)...after.adding(minutes: 5)).contains(end))
            }
        }

        @Test func `a link to a file's content whose token was changed in one character is refused`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let file = try await doctor.addFile(to: try await patient(doctor), Self.content).text("id")
                let path = try await doctor.post("files/\(file)/link").text("path")
                let start = "/api/v1/public/files/".count
                for place in [0, 30, 50, 80] {
                    var letters = Array(path)
                    letters[start + place] = letters[start + place] == "A" ? "B" : "A"
                    let answer = try await practice.nobody.get(String(letters))
                    #expect(answer.problem == "file-link-invalid", "\(place)")
                }
            }
        }

        @Test func `a file that is uploaded as a form gets the file name in the form, without folders`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let form =
                    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\\\letters\\\\letter.pdf\"\r\n\r\n"
                    + Self.content + "\r\n--b--\r\n"
                let added = try await reception.addFile(
                    to: try await patient(reception), form, category: "document",
                    type: "multipart/form-data; boundary=b")
                #expect(added.status == 201)
                #expect(added["name"]?.string == "letter.pdf")
                #expect(added["size"]?.integer == Int64(Self.content.utf8.count))
            }
        }

        @Test func `an upload that is empty, malformed or of a type that is not stored is refused`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await patient(doctor)
                #expect(try await doctor.addFile(to: patient, "<html></html>").problem == "unsupported-file-type")
                #expect(try await doctor.addFile(to: patient, "%PDF", type: "text/html").status == 415)
                #expect(try await doctor.addFile(to: patient, "").status == 400)
                let form = try await doctor.addFile(to: patient, "x", type: "multipart/form-data; boundary=b")
                #expect(form.status == 400)
                #expect(try await doctor.get("patients/\(patient)/files").items.isEmpty)
            }
        }

        @Test
        func
            `two equal uploads with one idempotency key add one file, and a different upload with that key is refused`()
            async throws
        {
            let folder = DemoFiles.folder + "-key"
            try await Practice.open(files: FileSettings(folder: folder)) { practice in
                let doctor = try await practice.signIn("doctor1")
                let (patient, key) = (try await patient(doctor), newKey())
                let first = try await doctor.addFile(to: patient, Self.content, key: key)
                let second = try await doctor.addFile(to: patient, Self.content, key: key)
                #expect(second.status == 201 && second.body == first.body)
                #expect(try await doctor.addFile(to: patient, "%PDF-2", key: key).problem == "idempotency-key-reused")
                #expect(try await doctor.get("patients/\(patient)/files").items.count == 1)
                #expect(try FileFolder(path: folder).addresses() == [first.text("address")])
            }
        }

        @Test func `a receptionist sees only the documents among a patient's files, and the patient sees all files`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, reception) = try await (practice.signIn("doctor1"), practice.signIn("reception"))
                let own = try await practice.signIn("patient1")
                let picture = try await doctor.addFile(to: own.subject, Self.content).text("id")
                let letter = try await reception.addFile(to: own.subject, Self.content, category: "document").text("id")
                #expect(try await reception.addFile(to: own.subject, Self.content).status == 403)
                let seen = try await reception.get("patients/\(own.subject)/files").items.map { try $0.text("id") }
                #expect(seen == [letter])
                #expect(try await reception.get("files/\(picture)").status == 404)
                #expect(try await reception.post("files/\(picture)/link").status == 404)
                let mine = try await own.get("patient/files").items.map { try $0.text("id") }
                #expect(Set(mine) == [letter, picture] && mine.count == 2)
                let link = try await own.post("patient/files/\(picture)/link")
                #expect(try await practice.nobody.get(link.text("path")).status == 200)
                let other = try await practice.signIn("patient2")
                #expect(try await other.get("patient/files/\(picture)").status == 404)
                #expect(try await other.post("patient/files/\(picture)/link").status == 404)
                #expect(try await other.get("patient/files?patient_id=\(own.subject)").items.isEmpty)
            }
        }

        @Test func `the clinic sees the files that a patient sends, marked as the patient's`() async throws {
            var settings = DemoFiles.settings
            settings.scanCommand = ["/bin/grep", "-qv", "harmful"]
            try await Practice.open(files: settings) { practice in
                let (doctor, reception) = try await (practice.signIn("doctor1"), practice.signIn("reception"))
                let own = try await practice.signIn("patient1")
                let photo = try await own.sendFile(Self.content)
                #expect(photo.status == 201 && photo["from_patient"]?.bool == true)
                let id = try photo.text("id")
                #expect(photo.fields["location"] == "/api/v1/patient/files/\(id)")
                #expect(try await own.get("patient/files/\(id)").body == photo.body)
                let letter = try await own.sendFile("%PDF-1.7", category: "document").text("id")
                let seen = try await reception.get("patients/\(own.subject)/files").items
                #expect(try seen.map { try $0.text("id") } == [letter])
                #expect(seen.first?["from_patient"]?.bool == true)
                #expect(try await doctor.download(id).body == Array(Self.content.utf8))
                #expect(try await own.sendFile("%PDF-1.7", category: "x_ray").status == 403)
                #expect(try await own.sendFile("%PDF-harmful").problem == "file-not-clean")
                let stranger = try await practice.signIn("patient2")
                #expect(try await stranger.sendFile("%PDF-1.7", about: own.subject).status == 404)
            }
        }

        @Test func `the content of a removed file cannot be downloaded, and the file is not listed`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await patient(doctor)
                let file = try await doctor.addFile(to: patient, Self.content).text("id")
                let path = try await doctor.post("files/\(file)/link").text("path")
                let removed = try await doctor.post("files/\(file)/remove", #"{"reason":"Of another patient"}"#)
                #expect(removed["status"]?.string == "removed")
                #expect(try await practice.nobody.get(path).problem == "content-gone")
                #expect(try await doctor.post("files/\(file)/link").problem == "content-gone")
                #expect(try await doctor.get("patients/\(patient)/files").items.isEmpty)
            }
        }

        @Test func `a file is refused if the total size of a patient's files would exceed the limit`() async throws {
            var settings = DemoFiles.settings
            settings.patientLimit = Int64(Self.content.utf8.count) + 10
            try await Practice.open(files: settings) { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await patient(doctor)
                #expect(try await doctor.addFile(to: patient, Self.content).status == 201)
                #expect(try await doctor.addFile(to: patient, Self.content).problem == "file-quota-reached")
            }
        }

        @Test(arguments: [
            ("image/heic", "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic"),
            ("application/dicom", String(repeating: "\0", count: 128) + "DICM\u{2}\0\0\0UL\u{4}\0"),
        ])
        func `O23 O44 a HEIC image and a DICOM file are downloaded byte for byte as they were uploaded`(
            _ type: String, _ content: String
        ) async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let added = try await doctor.addFile(to: try await patient(doctor), content, type: type)
                #expect(added.status == 201 && added["type"]?.string == type)
                #expect(added["size"]?.integer == Int64(content.utf8.count))
                let whole = try await doctor.download(try added.text("id"))
                #expect(whole.body == Array(content.utf8) && whole.fields["content-type"] == type)
            }
        }

        @Test func `a file to which the scan program objects is not added`() async throws {
            var settings = DemoFiles.settings
            settings.scanCommand = ["/bin/grep", "-qv", "harmful"]
            try await Practice.open(files: settings) { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await patient(doctor)
                #expect(try await doctor.addFile(to: patient, "%PDF-harmful").problem == "file-not-clean")
                #expect(try await doctor.addFile(to: patient, "%PDF-good").status == 201)
            }
        }
    }
}
