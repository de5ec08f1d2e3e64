import Foundation
import Testing

/// Tests rules for the source files in `Sources`: which targets a target may import, and which kinds of code, such as
/// unsafe code, are allowed in a few targets only or in none.
@Suite struct HouseTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let mayImport: [String: Set<String>] = [
        "Identifiers": [],
        "SQL": ["Identifiers"],
        "JSON": ["Identifiers"],
        "TimeZones": [],
        "ZoneFiles": ["TimeZones"],
        "EventSourcing": ["Identifiers", "JSON", "SQL", "TimeZones"],
        "Endpoints": ["Identifiers", "JSON"],
        "Clinic": ["Identifiers", "JSON", "SQL", "TimeZones", "EventSourcing", "Endpoints", "Catalogue"],
        "Metrics": [],
        "APIExamples": [],
        "Console": [],
        "Catalogue": ["Identifiers", "JSON"],
        "EventLoop": ["CLibUV", "CMalloc"],
        "TemporaryFiles": [],
        "PostgresClient": ["CLibPQ", "Identifiers", "EventLoop", "SQL"],
        "Migrations": ["PostgresClient", "EventLoop", "SQL"],
        "EventStore": [
            "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "JSON", "Metrics", "SQL", "TimeZones",
        ],
        "Projections": [
            "EventStore", "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "TemporaryFiles",
        ],
        "EventChain": ["PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "JSON", "SQL", "TemporaryFiles"],
        "TLS": ["COpenSSL", "EventLoop"],
        "Printing": ["CPango", "CQREncode", "CZlib"],
        "Thumbnails": ["CTurboJPEG", "CPNG"],
        "WebhookClient": ["CCurl", "EventLoop"],
        "HTTPServer": ["CNGHTTP2", "CZlib", "EventLoop", "Endpoints", "Metrics", "TLS"],
        "HTTPClient": ["CNGHTTP2", "EventLoop", "TLS"],
        "Push": ["Endpoints", "EventLoop", "EventSourcing", "HTTPClient", "JSON", "TLS"],
        "Identity": [
            "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON", "Endpoints", "CArgon2",
        ],
        "Vault": ["PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON", "Endpoints"],
        "Health": ["PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON"],
        "ClinicServer": belowServer,
        "ClinicOperations": belowServer.union(["ClinicServer"]),
        "ClinicDemo": belowServer.union(["ClinicServer", "ClinicOperations"]),
    ]

    /// The targets below `ClinicServer`, which `ClinicServer` may import.
    private static let belowServer: Set<String> = [
        "APIExamples", "Catalogue", "Clinic", "Console", "Endpoints", "EventChain", "EventLoop", "EventSourcing",
        "EventStore",
        "HTTPServer", "Health",
        "Identifiers",
        "Identity", "JSON", "Metrics", "Migrations", "PostgresClient", "Printing", "Projections", "Push", "SQL", "TLS",
        "Thumbnails", "TimeZones", "Vault", "WebhookClient",
        "ZoneFiles",
    ]

    /// The targets whose code may contain Swift's keyword `unsafe`.
    static let mayBeUnsafe: Set<String> = [
        "EventLoop", "TLS", "PostgresClient", "HTTPServer", "HTTPClient", "Identity", "Printing", "Thumbnails",
        "WebhookClient",
    ]

    struct Source {
        let target: String
        let name: String
        let lines: [String]
    }

    static func sources() throws -> [Source] {
        let folder = root.appending(path: "Sources")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        return try names.filter { $0.hasSuffix(".swift") }.map { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return Source(
                target: String(name.prefix { $0 != "/" }), name: name,
                lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    @Test func `each Swift target except chairside imports only the project's targets that HouseTests lists for it`()
        throws
    {
        let ours = Set(Self.mayImport.keys).union([
            "CLibUV", "CLibPQ", "CArgon2", "CNGHTTP2", "COpenSSL", "CZlib", "CPango", "CQREncode", "CTurboJPEG",
            "CPNG", "CCurl", "CMalloc", "chairside",
        ])
        var offences: [String] = []
        for source in try Self.sources() {
            guard let allowed = Self.mayImport[source.target] else { continue }
            for line in source.lines {
                let words = line.split(separator: " ")
                guard let at = words.firstIndex(of: "import"), at <= 1, words.count > at + 1 else { continue }
                let module = String(words[at + 1])
                if ours.contains(module), !allowed.contains(module) { offences.append("\(source.name): \(line)") }
            }
        }
        #expect(offences == [])
    }

    /// If a module is imported with `package import`, the compiler hardly ever specializes that module's generic code
    /// for types of other modules.
    @Test func `no source file uses a package import`() throws {
        let offences = try Self.sources().filter { $0.lines.contains { $0.hasPrefix("package import") } }.map(\.name)
        #expect(offences == [])
    }

    @Test func `unsafe code is only in the targets that touch memory of C libraries`() throws {
        let offences = try Self.sources().filter { source in
            !Self.mayBeUnsafe.contains(source.target)
                && source.lines.contains { line in
                    let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? ""
                    return code.split(whereSeparator: { !$0.isLetter && $0 != "_" }).contains("unsafe")
                        && !code.contains("\"")
                }
        }.map(\.name)
        #expect(offences == [])
    }

    @Test func `no source file contains a forced cast, a forced try, a fatal error or an assertion failure`() throws {
        let forbidden = ["try!", "fatalError(", "as!", "assertionFailure("]
        var offences: [String] = []
        for source in try Self.sources() {
            for line in source.lines where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
                for word in forbidden where line.contains(word) { offences.append("\(source.name): \(line)") }
            }
        }
        #expect(offences == [])
    }

    /// If a decision reads a state that is not loaded, the event log loads the state and runs the decision again. If
    /// decisions could also read the list of missing states, a decision could differ between its first and its second
    /// run, and both would have to be tested.
    @Test func `no code of the target Clinic asks a decision model which states are not loaded`() throws {
        let offences = try Self.sources().filter {
            $0.target == "Clinic" && $0.lines.contains { $0.contains(".missing") }
        }
        #expect(offences.map(\.name) == [])
    }

    @Test func `no line of the sources contains both the word public and the type of a typed unsafe pointer`() throws {
        let offences = try Self.sources().flatMap { source in
            source.lines.filter { $0.contains("public ") && $0.contains("Pointer<") }.map { "\(source.name): \($0)" }
        }
        #expect(offences == [])
    }
}
