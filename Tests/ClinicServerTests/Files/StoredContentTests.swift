import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Foundation
import JSON
import TestSupport
import Testing

/// Tests the folder of contents: damaged contents, uploads that break off, and erasure.
@Suite(.database(.demo, seats: 3)) struct StoredContentTests {
    private static let content = "%PDF-1.7\n" + String(repeating: "0123456789abcdef", count: 10_000)

    /// Opens a practice with a folder of contents of its own, and adds a file.
    private func open(
        _ body: (_ practice: Practice, _ doctor: App, _ file: String, _ place: URL) async throws -> Void
    ) async throws {
        let folder = "/tmp/chairside-files-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await Practice.open(files: FileSettings(folder: folder)) { practice in
            let doctor = try await practice.signIn("doctor1")
            let patient = try await doctor.get("patients?limit=1").items[0].text("id")
            let added = try await doctor.addFile(to: patient, Self.content)
            let address = try added.text("address")
            try await body(
                practice, doctor, try added.text("id"),
                URL(filePath: folder).appending(path: "\(address.prefix(2))/\(address)"))
        }
    }

    private func findings(_ folder: URL, removing: Bool = false) async throws -> [String] {
        try await Installation.demo().verifyFiles(
            in: folder.deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false),
            removing: removing
        ) { _, _ in }.findings
    }

    @Test func `a stored content does not contain the file's text`() async throws {
        try await open { _, _, _, place in
            let stored = try Data(contentsOf: place)
            #expect(stored.count == Self.content.utf8.count + 36 + 3 * 16)
            #expect(stored.range(of: Data("0123456789abcdef".utf8)) == nil)
            #expect(try await findings(place) == [])
        }
    }

    @Test func `contents that end just before, at and just after the end of a piece or of a batch are sent as stored`()
        async throws
    {
        try await open { _, doctor, _, place in
            let patient = try await doctor.get("patients?limit=1").items[0].text("id")
            for end in [65_536, 2 * 65_536, 262_144, 2 * 262_144] {
                for size in [end - 1, end, end + 1] {
                    let content = "%PDF-1.7\n" + String(repeating: "ab\(size)", count: size).prefix(size - 9)
                    let file = try await doctor.addFile(to: patient, content).text("id")
                    #expect(try await doctor.download(file).body == Array(content.utf8), "\(size) bytes")
                }
            }
            #expect(try await findings(place) == [])
        }
    }

    @Test func `a changed piece of a content is not sent, and the verification of files reports the piece`()
        async throws
    {
        try await open { _, doctor, file, place in
            var stored = try Data(contentsOf: place)
            stored[36 + 70_000] ^= 1
            try stored.write(to: place)
            #expect(try await doctor.download(file, ["Range": "bytes=0-99"]).body.count == 100)
            #expect(try await doctor.download(file).body.count == 65_536)
            #expect(try await findings(place).contains { $0.contains(file) && $0.contains("damaged") })
        }
    }

    @Test
    func `an export has a link to each file's content, and an export by an operator writes the contents to a folder`()
        async throws
    {
        try await open { practice, doctor, file, place in
            let patient = try await doctor.get("files/\(file)").text("patient_id")
            let admin = try await practice.signIn("admin")
            let links = try #require(try await admin.get("patients/\(patient)/export")["file_links"]?.elements)
            #expect(try links.map { try $0.text("file_id") } == [file])
            let linked = try await practice.nobody.get(try links[0].text("path"))
            #expect(linked.body == Array(Self.content.utf8))
            let contents = place.deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)
            let folder = "/tmp/chairside-export-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let clinic = try await admin.get("clinic").text("id")
            func export() async throws {
                try await Installation.demo().exportContents(of: patient, in: clinic, from: contents, into: folder)
            }
            try await export()
            let written = URL(filePath: "\(folder)/\(file).pdf")
            #expect(try Data(contentsOf: written) == Data(Self.content.utf8))
            try FileManager.default.removeItem(at: written)
            var stored = try Data(contentsOf: place)
            stored[36 + 70_000] ^= 1
            try stored.write(to: place)
            await #expect(throws: OperationRefused.self) { try await export() }
            #expect(!FileManager.default.fileExists(atPath: written.path(percentEncoded: false)))
        }
    }

    @Test func `pieces of a content that were swapped are not sent`() async throws {
        try await open { _, doctor, file, place in
            let stored = try Data(contentsOf: place)
            let piece = 65_536 + 16
            let (first, second) = (stored[36..<36 + piece], stored[36 + piece..<36 + 2 * piece])
            try (stored.prefix(36) + second + first + stored.dropFirst(36 + 2 * piece)).write(to: place)
            // The server ends the connection of the refused download, perhaps before it sends the head of the answer.
            #expect(((try? await doctor.download(file))?.body ?? []).isEmpty)
            // The server refused only the damaged content. It serves other requests.
            #expect(try await doctor.get("files/\(file)").status == 200)
        }
    }

    @Test func `the download of a content that was cut off or is missing is refused`() async throws {
        try await open { _, doctor, file, place in
            let stored = try Data(contentsOf: place)
            try stored.prefix(36 + 65_536 + 16).write(to: place)
            #expect(try await doctor.download(file).problem == "content-damaged")
            try FileManager.default.removeItem(at: place)
            #expect(try await doctor.download(file).problem == "content-damaged")
            #expect(try await findings(place).contains { $0.contains(file) && $0.contains("missing") })
        }
    }

    @Test func `a content that was replaced by the content of another file of the same patient is not sent`()
        async throws
    {
        try await open { _, doctor, file, place in
            let patient = try await doctor.get("files/\(file)").text("patient_id")
            let other = try await doctor.addFile(to: patient, Self.content).text("address")
            let folder = place.deletingLastPathComponent().deletingLastPathComponent()
            let bytes = try Data(contentsOf: folder.appending(path: "\(other.prefix(2))/\(other)"))
            try bytes.write(to: place)
            // The server ends the connection of the refused download, perhaps before it sends the head of the answer.
            #expect(((try? await doctor.download(file))?.body ?? []).isEmpty)
            // The server refused only the damaged content. It serves other requests.
            #expect(try await doctor.get("files/\(file)").status == 200)
        }
    }

    /// Begins an upload whose last ten bytes do not arrive.
    private func beginUpload(_ doctor: App, to patient: String) async throws -> LoopBound<TCPConnection> {
        let practice = doctor.practice
        let head =
            "POST /api/v1/patients/\(patient)/files?category=x_ray HTTP/1.1\r\nHost: clinic.example\r\n"
            + "Authorization: Bearer \(doctor.token ?? "")\r\nContent-Type: application/pdf\r\n"
            + "Content-Length: \(Self.content.utf8.count)\r\n\r\n"
        let request = Array((head + Self.content.dropLast(10)).utf8)
        return try await practice.wire.run { [wire = practice.wire, port = practice.port] in
            let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
            let tcp = try await TCPConnection.connect(to: address, on: wire)
            tcp.start(receive: { _ in }, closed: { _ in })
            tcp.write(request)
            return LoopBound(tcp, on: wire)
        }
    }

    @Test func `a person with 32 uploads in progress is refused a further one, and a doctor of another clinic is not`()
        async throws
    {
        try await open { practice, doctor, file, place in
            let patient = try await doctor.get("files/\(file)").text("patient_id")
            let incoming = place.deletingLastPathComponent().deletingLastPathComponent().appending(path: "incoming")
            func parts() -> Int {
                ((try? FileManager.default.contentsOfDirectory(atPath: incoming.path)) ?? []).count
            }
            var connections: [LoopBound<TCPConnection>] = []
            for _ in 1...32 { connections.append(try await beginUpload(doctor, to: patient)) }
            try await until { parts() == 32 }
            let short = Array("%PDF-1.7\nshort".utf8)
            let refused = try await doctor.send(
                "POST", "patients/\(patient)/files?category=x_ray", bytes: short, type: "application/pdf")
            #expect(refused.status == 429 && refused.fields["retry-after"] != nil)
            let other = try await practice.signIn("doctor1", clinic: "harbor")
            let stranger = try await other.get("patients?limit=1").items[0].text("id")
            let stored = try await other.send(
                "POST", "patients/\(stranger)/files?category=x_ray", bytes: short, type: "application/pdf")
            #expect(stored.status == 201)
            for connection in connections { connection.execute { $0.close() } }
            try await until { parts() == 0 }
        }
    }

    @Test func `an upload that breaks off leaves no content in the folder of contents and adds no file`() async throws {
        try await open { practice, doctor, file, place in
            let patient = try await doctor.get("files/\(file)").text("patient_id")
            let incoming = place.deletingLastPathComponent().deletingLastPathComponent().appending(path: "incoming")
            func parts() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: incoming.path)) ?? [] }
            let tcp = try await beginUpload(doctor, to: patient)
            try await until { !parts().isEmpty }
            tcp.execute { $0.close() }
            try await until { parts().isEmpty }
            #expect(try await doctor.get("patients/\(patient)/files").items.count == 1)
            #expect(try await findings(place) == [])
        }
    }

    @Test func `a server deletes at its start the incomplete contents that a killed server has left`() async throws {
        let folder = "/tmp/chairside-files-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let part = "\(folder)/incoming/1.part"
        try FileManager.default.createDirectory(atPath: "\(folder)/incoming", withIntermediateDirectories: true)
        try Data("CSF1".utf8).write(to: URL(filePath: part))
        try await Practice.open(files: FileSettings(folder: folder)) { _ in
            #expect(!FileManager.default.fileExists(atPath: part))
        }
    }

    @Test func `a file's content cannot be read after the key of its patient's clinical records was destroyed`()
        async throws
    {
        try await open { practice, doctor, file, place in
            let path = try await doctor.post("files/\(file)/link").text("path")
            _ = try await Installation.demo().expire(at: Instant.now.adding(days: 366 * 12))
            let gone = try await practice.nobody.get(path)
            #expect(gone.problem == "content-gone")
            let again = try await practice.signIn("doctor1")
            let document = try await again.get("files/\(file)")
            #expect(document["status"]?.string == "erased" && document["name"]?.string != "picture.pdf")
            #expect(FileManager.default.fileExists(atPath: place.path(percentEncoded: false)))
        }
    }
}
