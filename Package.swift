// swift-tools-version: 6.2
import PackageDescription

// The targets, from the lowest layer to the highest. A target may import only the modules that it lists: any other
// import does not compile (`--explicit-target-dependency-import-check error`), and ArchitectureTests checks the import
// lines.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A library whose generic code is compiled again for each type with which other targets use it, so that it runs as
/// fast as code written for that type.
func openLibrary(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: strict + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let collections: Target.Dependency = .product(name: "Collections", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")

/// Static libraries of the Swift runtime. The compiled modules name their shared libraries, so the linker is told the
/// names of those that only the static form needs.
let swiftRuntime = [
    "Foundation", "FoundationInternationalization", "FoundationEssentials", "_FoundationICU", "CoreFoundation",
    "_FoundationCShims", "_FoundationCollections", "BlocksRuntime", "swiftDispatch", "dispatch", "swiftSynchronization",
    "stdc++",
]

/// Packages that only our dependencies use. `dependencies` lists them to fix their versions. SwiftPM warns of a package
/// that no target uses, so ArchitectureTests depends on them, on a platform that we do not build for.
let indirect: [Target.Dependency] = [
    ("SwiftASN1", "swift-asn1"), ("Atomics", "swift-atomics"), ("X509", "swift-certificates"),
    ("SystemPackage", "swift-system"),
].map { .product(name: $0.0, package: $0.1, condition: .when(platforms: [.wasi])) }

let package = Package(
    name: "chairside",
    products: [.executable(name: "chairside", targets: ["chairside"])],
    // Exact versions, so that every machine builds the same code: ops/decisions/0200-exact-versions.md.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),  // for tests of our HTTP parser
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        // Packages that the packages above need. Each must be in `indirect` too.
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        // System libraries.
        system("CLibUV", "libuv", apt: "libuv1-dev"),
        system("CLibPQ", "libpq", apt: "libpq-dev"),
        system("COpenSSL", "openssl", apt: "libssl-dev"),
        system("CNGHTTP2", "libnghttp2", apt: "libnghttp2-dev"),
        system("CArgon2", "libargon2", apt: "libargon2-dev"),
        system("CZlib", "zlib", apt: "zlib1g-dev"),
        system("CPango", "pangocairo", apt: "libpango1.0-dev"),
        system("CQREncode", "libqrencode", apt: "libqrencode-dev"),
        system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
        system("CPNG", "libpng", apt: "libpng-dev"),
        system("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
        .systemLibrary(name: "CMalloc"),  // part of the C library

        // Pure modules: they compute values from values, without input and output.
        library("Identifiers"),
        library("SQL", ["Identifiers"]),
        library("JSON", ["Identifiers"]),
        library("TimeZones"),
        openLibrary("EventSourcing", ["Identifiers", "JSON", "SQL", "TimeZones"]),
        library("Endpoints", ["Identifiers", "JSON"]),
        library("Metrics"),
        library("Clinic", ["Identifiers", "JSON", "SQL", "TimeZones", "EventSourcing", "Endpoints", "Catalogue"]),

        // Modules with input and output.
        // The files of fixtures/examples, built into the program. Sources/APIExamples/json is a symbolic link to that
        // folder.
        .target(name: "APIExamples", resources: [.embedInCode("json")], swiftSettings: strict),
        // The catalogue of drugs and studies: the files of fixtures/catalogue, built into the program.
        // Sources/Catalogue/json is a symbolic link to that folder.
        .target(
            name: "Catalogue", dependencies: ["Identifiers", "JSON"], resources: [.embedInCode("json")],
            swiftSettings: strict),
        // The files of the browser console, built into the program by the plugin ConsoleFiles.
        .target(
            name: "Console", exclude: ["Files", "tsconfig.json", "types"], swiftSettings: strict,
            plugins: ["ConsoleFiles"]),
        .plugin(name: "ConsoleFiles", capability: .buildTool()),
        library("TemporaryFiles"),
        // The system's zone database.
        library("ZoneFiles", ["TimeZones"]),
        library("EventLoop", ["CLibUV", "CMalloc", collections]),
        library("TLS", ["COpenSSL", "EventLoop"]),
        library("Printing", ["CPango", "CQREncode", "CZlib"]),
        library("Thumbnails", ["CTurboJPEG", "CPNG"]),
        library("WebhookClient", ["CCurl", "EventLoop"]),
        library("PostgresClient", ["CLibPQ", "Identifiers", "EventLoop", "SQL", collections, logging]),
        // The files of migrations/ and of fixtures/schema, built into the program. Sources/Migrations/sql and
        // Sources/Migrations/schema are symbolic links to these folders.
        .target(
            name: "Migrations", dependencies: ["PostgresClient", "EventLoop", "SQL", crypto],
            resources: [.embedInCode("sql"), .embedInCode("schema")], swiftSettings: strict),
        openLibrary(
            "EventStore",
            [
                "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "JSON", "Metrics", "SQL", "TimeZones",
                collections, crypto, logging,
            ]),
        openLibrary(
            "Projections",
            [
                "EventStore", "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "TemporaryFiles",
                collections, crypto, logging,
            ]),
        openLibrary(
            "EventChain",
            [
                "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "JSON", "SQL", "TemporaryFiles", crypto,
                logging,
            ]),
        library("HTTPServer", ["CNGHTTP2", "CZlib", "EventLoop", "Endpoints", "Metrics", "TLS", collections, logging]),
        // An HTTP/2 client on the loops.
        library("HTTPClient", ["CNGHTTP2", "EventLoop", "TLS", collections]),
        // The services that deliver notifications to devices: APNs, Web Push and FCM.
        library("Push", ["Endpoints", "EventLoop", "EventSourcing", "HTTPClient", "JSON", "TLS", crypto, jwt]),
        library(
            "Identity",
            [
                "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON", "Endpoints", "CArgon2",
                crypto, jwt,
            ]),

        library(
            "Vault",
            ["PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON", "Endpoints", crypto]),

        library(
            "Health",
            ["PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL", "JSON", crypto]),

        // The server, which combines the modules above.
        library(
            "ClinicServer",
            [
                "APIExamples", "Catalogue", "Clinic", "Console", "Identifiers", "JSON", "SQL", "EventSourcing",
                "Endpoints", "EventLoop", "Metrics",
                "Migrations", "PostgresClient", "EventStore", "Projections", "EventChain", "HTTPServer", "TLS",
                "TimeZones", "ZoneFiles", "Identity", "Printing", "Push", "Thumbnails", "Vault", "Health",
                "WebhookClient",
                collections,
                crypto,
                logging,
            ]),
        // The operator's commands on a database: they run outside of the servers.
        library(
            "ClinicOperations",
            [
                "Catalogue", "ClinicServer", "Clinic", "Health", "Identifiers", "JSON", "SQL", "EventSourcing",
                "Endpoints", "EventLoop", "EventChain", "EventStore", "Migrations", "PostgresClient", "Projections",
                "TimeZones",
                "ZoneFiles",
                "Identity", crypto,
                logging,
            ]),
        // A demo database of two clinics, for trying out the program. Only the `chairside` command and tests use it.
        library(
            "ClinicDemo",
            [
                "ClinicOperations", "ClinicServer", "Clinic", "Identifiers", "SQL", "EventSourcing", "Endpoints",
                "EventLoop", "EventStore", "PostgresClient", "Projections", "TimeZones", "ZoneFiles", "Identity",
                logging,
            ]),
        .executableTarget(
            name: "chairside",
            dependencies: [
                "CMalloc", "ClinicDemo", "ClinicOperations", "ClinicServer", "EventLoop", "HTTPClient", "Identity",
                "PostgresClient", "Push", "TLS", "Thumbnails", "ZoneFiles", arguments, logging,
            ],
            swiftSettings: strict,
            // The program contains the Swift runtime, so that it runs on machines without Swift.
            linkerSettings: [.unsafeFlags(["-static-stdlib", "-use-ld=lld"] + swiftRuntime.map { "-l\($0)" })],
            plugins: ["BuiltFrom"]),
        .plugin(name: "BuiltFrom", capability: .buildTool()),

        // Tests. TestSupport starts the private PostgreSQL and speaks HTTP over real sockets.
        .target(
            name: "TestSupport",
            dependencies: ["EventLoop", "Identifiers", "PostgresClient", "SQL"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("IdentifiersTests", ["Identifiers"]),
        tests("SQLTests", ["Identifiers", "SQL"]),
        tests("JSONTests", ["Identifiers", "JSON"]),
        tests("MetricsTests", ["Metrics"]),
        tests("EventSourcingTests", ["EventSourcing", "Identifiers", "JSON", "SQL"]),
        tests("EndpointsTests", ["Endpoints", "Identifiers", "JSON"]),
        tests("TimeZonesTests", ["EventSourcing", "TestSupport", "TimeZones", "ZoneFiles"]),
        tests(
            "ClinicTests",
            [
                "Catalogue", "Clinic", "EventSourcing", "Endpoints", "Identifiers", "JSON", "SQL", "TimeZones",
                "ZoneFiles",
            ]),
        tests(
            "ClinicDatabaseTests",
            [
                "Clinic", "Endpoints", "EventLoop", "EventSourcing", "Identifiers", "Migrations", "PostgresClient",
                "SQL", "TestSupport", "ZoneFiles",
            ]),
        tests("EventLoopTests", ["EventLoop"]),
        tests("PostgresClientTests", ["PostgresClient", "EventLoop", "Identifiers", "SQL", "TestSupport"]),
        tests("MigrationsTests", ["Migrations", "PostgresClient", "EventLoop", "SQL", "TestSupport"]),
        // The sample domain of the event log's tests: bookings of a theatre.
        .target(
            name: "Theatre",
            dependencies: [
                "EventStore", "Projections", "Migrations", "PostgresClient", "EventLoop", "EventSourcing",
                "Identifiers", "JSON", "SQL", "TestSupport",
            ],
            path: "Tests/Theatre", swiftSettings: strict),
        tests(
            "EventStoreTests",
            [
                "EventStore", "Projections", "Migrations", "PostgresClient", "EventLoop", "EventSourcing",
                "Identifiers", "JSON", "Metrics", "SQL", "TestSupport", "Theatre",
            ]),
        tests(
            "ProjectionsTests",
            [
                "Projections", "EventStore", "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "JSON",
                "SQL", "TemporaryFiles", "TestSupport", "Theatre",
            ]),
        tests(
            "EventChainTests",
            [
                "EventChain", "Projections", "PostgresClient", "EventLoop", "EventSourcing", "Identifiers", "SQL",
                "TestSupport", "Theatre", crypto,
            ]),
        tests("PrintingTests", ["Printing", "TestSupport"]),
        tests("ThumbnailsTests", ["TestSupport", "Thumbnails"]),
        tests("WebhookClientTests", ["EventLoop", "TestSupport", "WebhookClient"]),
        tests("TLSTests", ["TLS", "EventLoop", "TestSupport"]),
        tests(
            "HTTPServerTests",
            [
                "HTTPServer", "Endpoints", "EventLoop", "Fuzzing", "Identifiers", "TLS", "TestSupport", nioCore,
                nioHTTP1, nioEmbedded,
            ]),
        // HTTP/2 servers that stand for the servers of push services.
        .target(
            name: "ServiceFakes",
            dependencies: ["Endpoints", "EventLoop", "HTTPClient", "HTTPServer", "TLS", "TestSupport", crypto],
            path: "Tests/ServiceFakes", swiftSettings: strict),
        tests("HTTPClientTests", ["EventLoop", "HTTPClient", "HTTPServer", "ServiceFakes", "TLS", "TestSupport"]),
        tests(
            "PushTests",
            [
                "Push", "Endpoints", "EventLoop", "EventSourcing", "HTTPClient", "HTTPServer", "JSON", "ServiceFakes",
                "TestSupport", crypto,
            ]),
        tests(
            "IdentityTests",
            [
                "Identity", "PostgresClient", "EventLoop", "EventSourcing", "Endpoints", "Identifiers", "JSON",
                "Migrations", "SQL", "TestSupport", crypto,
            ]),
        tests("CatalogueTests", ["Catalogue", "Identifiers", "JSON"]),
        tests("VaultTests", ["Vault", "Identifiers"]),
        tests("HealthTests", ["Health", "EventSourcing", "Identifiers", "JSON"]),
        // Serves the demo's clinics for a test, and sends it requests as their apps do.
        .target(
            name: "ClinicTestSupport",
            dependencies: [
                "ClinicDemo", "ClinicOperations", "ClinicServer", "EventLoop", "EventSourcing", "Identity", "JSON",
                "Push", "TestSupport", "ZoneFiles", logging,
            ],
            path: "Tests/ClinicTestSupport", swiftSettings: strict),
        tests(
            "ClinicOperationsTests",
            [
                "Catalogue", "ClinicDemo", "ClinicOperations", "ClinicServer", "ClinicTestSupport", "EventSourcing",
                "Identifiers", "Identity", "JSON", "Migrations", "PostgresClient", "SQL", "TestSupport", "ZoneFiles",
                logging,
            ]),
        tests(
            "ClinicDemoTests",
            [
                "ClinicDemo", "ClinicTestSupport", "EventLoop", "EventSourcing", "PostgresClient", "SQL", "TestSupport",
                logging,
            ]),
        tests(
            "ClinicServerTests",
            [
                "APIExamples", "Catalogue", "ClinicDemo", "ClinicOperations", "ClinicServer", "ClinicTestSupport",
                "Clinic", "Console",
                "Endpoints",
                "EventLoop", "EventSourcing", "EventStore", "EventChain", "Projections", "HTTPServer", "Identifiers",
                "Identity", "JSON", "Migrations", "PostgresClient", "Push", "SQL", "ServiceFakes", "TLS", "TestSupport",
                "TimeZones", "WebhookClient", "ZoneFiles", crypto, logging,
            ]),
        // Entry points for bytes that anybody can send to a server, for FuzzTests and for libFuzzer.
        .target(
            name: "Fuzzing",
            dependencies: [
                "ClinicServer", "Endpoints", "EventLoop", "HTTPServer", "Identifiers", "Identity", "JSON", "TimeZones",
                crypto, jwt,
            ],
            path: "Tests/Fuzzing", swiftSettings: strict),
        tests("FuzzTests", ["Fuzzing", "Identifiers"]),
        tests("ArchitectureTests", indirect),
    ]
)

// `ops/fuzz` builds this target in a separate folder, with all code instrumented. libFuzzer provides the main function.
if Context.environment["CHAIRSIDE_FUZZER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzzer", dependencies: ["Fuzzing"], path: "Tests/Fuzzer",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
