import Foundation
import Identity
import Testing

struct KeyFolderTests {
    @Test
    func `a new key folder and its files are readable only by their owner, and existing ones are not overwritten`()
        async throws
    {
        let keys = try TemporaryKeys()
        defer { keys.remove() }
        func mode(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        let files = ["pepper", "signing-2026-11-23.pem"].map { "\(keys.path)/\($0)" }
        #expect(try mode(keys.path) == 0o700)
        for file in files { #expect(try mode(file) == 0o600) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path).count == 3)
        let before = files.map { FileManager.default.contents(atPath: $0) }
        try keys.keys.initialize(kid: "2027-01-01")
        #expect(files.map { FileManager.default.contents(atPath: $0) } == before)
        _ = try await keys.keys.load()
    }

    @Test func `a new chain key is added beside the older ones, and needs a valid name that sorts last`() throws {
        let keys = try TemporaryKeys()
        defer { keys.remove() }
        try keys.keys.initializeChainKey(name: "2026-11-23")
        let first = try keys.keys.chainKeys()
        try keys.keys.initializeChainKey(name: "2027-01-01")
        #expect(try keys.keys.chainKeys().map(\.pem) == first.map(\.pem))
        #expect(try keys.keys.addChainKey(named: nil, at: noon) == "2026-11-23T120000Z")
        #expect(try keys.keys.addChainKey(named: "2027", at: noon) == "2027")
        let all = try keys.keys.chainKeys()
        #expect(all.map(\.name) == ["2026-11-23", "2026-11-23T120000Z", "2027"])
        #expect(all.first?.pem == first.first?.pem)
        #expect(Set(all.map(\.pem)).count == 3)
        for name in ["2026", "2027", "../x"] {
            #expect(throws: KeyFolder.Unusable.self) { try keys.keys.addChainKey(named: name, at: noon) }
        }
    }

    @Test(arguments: ["pepper", "signing-2026-11-23.pem"])
    func `key files that other users of the machine can read are not used`(_ name: String) async throws {
        let keys = try TemporaryKeys()
        defer { keys.remove() }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(keys.path)/\(name)")
        await #expect(throws: KeyFolder.Unusable.self) { _ = try await keys.keys.load() }
    }

    @Test func `an error about a damaged key names the file and shows nothing of its content`() async throws {
        let keys = try TemporaryKeys()
        defer { keys.remove() }
        let file = "\(keys.path)/signing-2026-11-23.pem"
        try Data("SECRET".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let failure = await #expect(throws: KeyFolder.Unusable.self) { _ = try await keys.keys.load() }
        let text = try #require(failure).description
        #expect(text.contains(file))
        #expect(!text.contains("SECRET"))
    }
}
