import ClinicServer
import ClinicTestSupport
import Foundation
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests the thumbnails of stored images over HTTP. The server makes thumbnails with the program `chairside` of the
    /// same build.
    @Suite(.database(.demo, seats: 3)) struct ThumbnailTests {
        private static let png = SampleImage.png(600, 400, SampleImage.halves(600, 400))

        private func add(
            _ image: [UInt8], by app: App, to patient: String, category: String = "x_ray"
        ) async throws -> String {
            try await app.send(
                "POST", "patients/\(patient)/files?category=\(category)", bytes: image, type: "image/png"
            ).text("id")
        }

        /// The answer to a download by the link to a thumbnail.
        private func thumbnail(
            of file: String, by app: App, _ fields: [String: String] = [:]
        ) async throws -> HTTPAnswer {
            let path = try await app.post("files/\(file)/link?size=thumbnail").text("path")
            return try await app.practice.nobody.send("GET", path, nil, fields)
        }

        @Test func `O10 a link to a thumbnail gives a small JPEG of a stored image, upright and without metadata`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let small = try await thumbnail(of: add(Self.png, by: doctor, to: patient), by: doctor)
                #expect(small.status == 200 && small.fields["content-type"] == "image/jpeg")
                #expect(small.fields["cache-control"]?.contains("no-store") == true)
                #expect(small.body.starts(with: [0xff, 0xd8]) && small.body.count < 20_000)
                // `small` has 256 by 170 pixels. With orientation 6 the same pixels are a portrait image. The thumbnail
                // of that image must have 170 by 256 pixels.
                let photo = SampleImage.jpeg(small.body, orientation: 6)
                let turned = try await thumbnail(of: add(photo, by: doctor, to: patient), by: doctor)
                #expect(turned.status == 200)
                #expect(turned.body.firstRange(of: [8, 0x01, 0x00, 0x00, 0xaa] as [UInt8]) != nil)
                #expect(turned.body.firstRange(of: Array("Samplecamera".utf8)) == nil)
            }
        }

        @Test func `O10 a thumbnail is the same for each request, and a client that has stored the thumbnail gets 304`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let file = try await add(Self.png, by: doctor, to: patient)
                let first = try await thumbnail(of: file, by: doctor)
                let tag = try #require(first.fields["etag"])
                #expect(try await thumbnail(of: file, by: doctor).body == first.body)
                #expect(try await thumbnail(of: file, by: doctor, ["If-None-Match": tag]).status == 304)
                #expect(try await doctor.download(file).fields["etag"] != tag)
                #expect(try await doctor.download(file).body == Self.png)
            }
        }

        @Test func `O10 a damaged or hostile image has no thumbnail, and the server answers later requests`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let huge = SampleImage.png(8, 8, SampleImage.halves(8, 8), claims: (10_000, 10_000))
                let noise = [0xff, 0xd8, 0xff] + [UInt8](repeating: 0x5a, count: 5_000)
                for image in [huge, Array(Self.png.prefix(50_000)), noise] {
                    let file = try await add(image, by: doctor, to: patient)
                    #expect(try await thumbnail(of: file, by: doctor).problem == "no-thumbnail")
                    #expect(try await doctor.download(file).body == image)
                }
                let good = try await add(Self.png, by: doctor, to: patient)
                #expect(try await thumbnail(of: good, by: doctor).status == 200)
            }
        }

        @Test func `O10 a link to the thumbnail of a PDF file is refused`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let file = try await doctor.addFile(to: patient, "%PDF-1.7").text("id")
                #expect(try await doctor.post("files/\(file)/link?size=thumbnail").problem == "no-thumbnail")
                #expect(try await doctor.post("files/\(file)/link?size=large").status == 400)
                #expect(try await doctor.post("files/\(file)/link?size=original").status == 200)
            }
        }

        @Test func `a server whose program for thumbnails is missing answers 503 to the request of a thumbnail`()
            async throws
        {
            var settings = DemoFiles.settings
            settings.thumbnailProgram = "/nowhere/chairside"
            try await Practice.open(files: settings) { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let file = try await add(Self.png, by: doctor, to: patient)
                #expect(try await thumbnail(of: file, by: doctor).status == 503)
            }
        }

        @Test
        func `an image without a thumbnail is decoded once, however often and at once its thumbnail is asked for`()
            async throws
        {
            let folder = try FileManager.default.url(
                for: .itemReplacementDirectory, in: .userDomainMask,
                appropriateFor: FileManager.default.temporaryDirectory, create: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (program, runs) = (folder.appending(path: "decoder"), folder.appending(path: "runs"))
            try "#!/bin/sh\ncat >/dev/null\necho run >>'\(runs.path)'\nexit 1\n".write(
                to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            var settings = DemoFiles.settings
            settings.thumbnailProgram = program.path
            try await Practice.open(files: settings) { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let file = try await add(Self.png, by: doctor, to: patient)
                let path = try await doctor.post("files/\(file)/link?size=thumbnail").text("path")
                let nobody = practice.nobody
                let problems = await allAtOnce(0..<4) { _ in try? await nobody.get(path).problem }
                #expect(problems == Array(repeating: "no-thumbnail", count: 4))
                #expect(try await nobody.get(path).problem == "no-thumbnail")
                #expect(try String(contentsOf: runs, encoding: .utf8) == "run\n")
            }
        }

        @Test
        func `the thumbnail of a removed file cannot be downloaded, even if the thumbnail was made before the removal`()
            async throws
        {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let file = try await add(Self.png, by: doctor, to: patient)
                let path = try await doctor.post("files/\(file)/link?size=thumbnail").text("path")
                #expect(try await practice.nobody.get(path).status == 200)
                _ = try await doctor.post("files/\(file)/remove", #"{"reason":"Of another patient"}"#)
                #expect(try await practice.nobody.get(path).problem == "content-gone")
                #expect(try await doctor.post("files/\(file)/link?size=thumbnail").problem == "content-gone")
            }
        }

        @Test
        func
            `a thumbnail is shown to those who may see the content, and the access log has an entry for the link`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, reception) = try await (practice.signIn("doctor1"), practice.signIn("reception"))
                let (own, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let file = try await add(Self.png, by: doctor, to: own.subject)
                #expect(try await reception.post("files/\(file)/link?size=thumbnail").status == 404)
                #expect(try await other.post("patient/files/\(file)/link?size=thumbnail").status == 404)
                let path = try await own.post("patient/files/\(file)/link?size=thumbnail").text("path")
                #expect(try await practice.nobody.get(path).status == 200)
                let admin = try await practice.signIn("admin")
                _ = try await admin.accessRecords(of: own.subject, by: ["linkOwnFile"])
            }
        }
    }
}
