import Clinic
import EventSourcing
import Foundation
import Testing

/// Tests stored events with one file per stored version of each event. A file is written once and never edited, since
/// stored events must stay readable.
@Suite struct GoldenEventsTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/events")

    struct GoldenFile: CustomTestStringConvertible {
        let type: String
        let version: Int
        /// The name of an optional member that was added to the version later; `nil` for the version's first file,
        /// which lacks such members.
        let variant: String?
        let bytes: [UInt8]

        var testDescription: String { "\(type).v\(version)\(variant.map { ".\($0)" } ?? "")" }
    }

    static func files() throws -> [GoldenFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let parts = name.split(separator: ".").map(String.init)
            try #require((3...4).contains(parts.count) && parts.last == "json" && parts[1].hasPrefix("v"), "\(name)")
            let version = try #require(Int(parts[1].dropFirst()), "\(name)")
            var bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            // A file ends with a newline, but an event does not.
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return GoldenFile(
                type: parts[0], version: version, variant: parts.count == 4 ? parts[2] : nil, bytes: bytes)
        }
    }

    @Test func `every stored version of every event has a golden file`() throws {
        let files = Set(try GoldenEventsTests.files().map(\.testDescription))
        let wanted = ClinicEvent.types.all.flatMap { type in (1...type.version).map { "\(type.name).v\($0)" } }
        #expect(wanted.filter { !files.contains($0) } == [])
    }

    @Test(arguments: try GoldenEventsTests.files())
    func `a stored event that is decoded and encoded again has the same bytes`(_ file: GoldenFile) throws {
        let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
        let payload = event.payload
        let stored = type(of: payload).stored
        #expect(stored.name == file.type)
        #expect(!payload.tags.isEmpty)
        // An event of an old version is encoded in the new version, so its bytes differ.
        if stored.version == file.version {
            #expect(String(decoding: payload.plainBytes, as: UTF8.self) == String(decoding: file.bytes, as: UTF8.self))
        }
    }

    @Test func `printing an event does not show its personal values`() throws {
        let file = try #require(try GoldenEventsTests.files().first { $0.type == "patient-registered" })
        let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
        var dumped = ""
        dump(event, to: &dumped)
        for text in ["\(event)", String(reflecting: event), dumped] {
            for secret in ["ukasz", "ller", "1980", "1234567", "needles"] { #expect(!text.contains(secret)) }
        }
    }

    @Test(arguments: try GoldenEventsTests.files())
    func `an event's personal values are sealed for their person, and can be read until they are erased`(
        _ file: GoldenFile
    )
        throws
    {
        let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
        let sealed = event.payload.storedBytes(sealedBy: GlassSeal(isErased: false))
        if sealed != event.payload.plainBytes { #expect(event.payload.person != nil) }
        let again = try GlassSeal(isErased: false).stored(event)
        #expect(again.payload.plainBytes == event.payload.plainBytes)
        _ = try GlassSeal(isErased: true).stored(event)
        // The sealed event contains no free text.
        let text = String(decoding: sealed, as: UTF8.self)
        for secret in ["ukasz", "ller", "1980", "1234567", "needles", "reason\":\"", "note\":\"", "reference\":\""]
        where !isOpen(file.type) {
            #expect(!text.contains(secret), "\(text)")
        }
    }

    /// Whether the event has texts about the clinic, its staff or the reason of an erasure, and none about patients.
    private func isOpen(_ type: String) -> Bool {
        ["clinic-", "closure-", "staff-", "time-off-", "service-", "chair-", "patient-erased", "slot-", "quarantined"]
            .contains {
                type.hasPrefix($0)
            }
    }
}
