import Clinic
import EventSourcing
import Foundation
import Testing

/// Tests stored events with golden files, at least one for each stored version of each type of event. A golden file is
/// written once and never edited, since stored events must stay readable.
@Suite struct GoldenEventsTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/events")

    struct GoldenFile: CustomTestStringConvertible {
        let type: String
        let version: Int
        /// The optional member that was added to this version of the event type later, and for which this golden file
        /// was written; `nil` for the version's first file, which lacks such members.
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
            // A golden file ends with a newline, which the stored event does not have.
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return GoldenFile(
                type: parts[0], version: version, variant: parts.count == 4 ? parts[2] : nil, bytes: bytes)
        }
    }

    @Test func `every stored version of every type of event has a golden file`() throws {
        let files = Set(try GoldenEventsTests.files().map(\.testDescription))
        let wanted = ClinicEvent.types.all.flatMap { type in (1...type.version).map { "\(type.name).v\($0)" } }
        #expect(wanted.filter { !files.contains($0) } == [])
    }

    @Test(arguments: try GoldenEventsTests.files())
    func `an event of a type's latest version is encoded to the bytes it was decoded from`(_ file: GoldenFile) throws {
        let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
        let payload = event.payload
        let stored = type(of: payload).stored
        #expect(stored.name == file.type)
        #expect(!payload.tags.isEmpty)
        // An event of an older version is encoded in the latest version, so its bytes differ.
        if stored.version == file.version {
            #expect(String(decoding: payload.plainBytes, as: UTF8.self) == String(decoding: file.bytes, as: UTF8.self))
        }
    }

    @Test func `printing or dumping an event does not show its personal values`() throws {
        let file = try #require(try GoldenEventsTests.files().first { $0.type == "patient-registered" })
        let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
        var dumped = ""
        dump(event, to: &dumped)
        for text in ["\(event)", String(reflecting: event), dumped] {
            for secret in ["ukasz", "üller", "1980", "1234567", "needles"] { #expect(!text.contains(secret)) }
        }
    }

    @Test(arguments: try GoldenEventsTests.files())
    func `an event with sealed values names the values' person, and can be decoded before and after an erasure`(
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
        // The sealed event contains, as plain text, none of the words about persons in the golden files, and no reason,
        // note or reference.
        let text = String(decoding: sealed, as: UTF8.self)
        for secret in ["ukasz", "üller", "1980", "1234567", "needles", "reason\":\"", "note\":\"", "reference\":\""]
        where !isOpen(file.type) {
            #expect(!text.contains(secret), "\(text)")
        }
    }

    /// Whether an event of a type may store texts unsealed, since they are about the clinic, its staff, an event or the
    /// reason of an erasure, or a fixed list of reasons.
    private func isOpen(_ type: String) -> Bool {
        [
            "clinic-", "closure-", "special-hours-", "staff-", "time-off-", "service-", "chair-", "series-",
            "patient-erased", "slot-", "quarantined",
        ]
        .contains { type.hasPrefix($0) }
    }
}
