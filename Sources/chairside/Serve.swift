import ArgumentParser
import ClinicServer
import Foundation
import Identity
import TLS
import ZoneFiles

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Migrate the database and serve until SIGTERM or SIGINT.",
        discussion: """
            Where PostgreSQL is away it waits for it: /readyz and the log say so. \
            Plain HTTP stays on loopback. With a certificate, HTTPS is served on --host; SIGHUP makes the server read the \
            certificate, the signing keys and the system's time zone rules again without dropping connections. SIGUSR1 and \
            SIGUSR2 are ignored.
            """)

    @Option(help: "The address to listen on, or localhost for both 127.0.0.1 and ::1.")
    var host = "127.0.0.1"
    @Option(help: "The port for plain HTTP; 0 for any that is free.")
    var port: UInt16 = 8080
    @Flag(help: "Serve plain HTTP on --host even where others can reach it, as behind a proxy of yours.")
    var plainHTTPInPublic = false
    @Flag(
        help:
            "Let several servers of one database listen on the same ports; each of them needs this flag, and the kernel deals connections out among them."
    )
    var sharePort = false
    @Option(
        help: ArgumentHelp(
            "Serve plain HTTP on a socket in the Unix domain too; who may open its file is trusted as a proxy.",
            valueName: "path"))
    var unixSocket: String?
    @Flag(
        help: "Connections from a --trusted-proxy begin with a head of the PROXY protocol, version 1 or 2, and must.")
    var proxyProtocol = false
    @Option(help: "Event loops, each with its own listener and PostgreSQL connections; 0 for one per core.")
    var loops = 0
    @OptionGroup var rates: RateOptions
    @Option(help: "The port on 127.0.0.1 at which Prometheus finds /metrics; without it there are none.")
    var metricsPort: UInt16?
    @Option(help: "The folder with the compiled time zone rules, as the package tzdata brings them.")
    var zoneinfo = ZoneFolder.standard
    @Option(
        help: "A folder for the signed ends of the chains, out of the database's reach; else CHAIRSIDE_CHAIN_HEADS.")
    var chainHeads: String?
    @Option(help: "How lines of the log are written, on standard error.")
    var logFormat = LogFormat.text
    @Flag(help: "Write a line to the log for each request, without anything that could name a patient.")
    var requestLog = false
    @Flag(help: "Admins reach nothing of the clinic before they have set up a second factor.")
    var adminsNeedSecondFactor = false
    @Option(
        help: ArgumentHelp(
            "Documents a second that are folded anew from their events and compared with what is stored; 0 for none; else CHAIRSIDE_SHADOW_RATE, else 1.",
            valueName: "rate"))
    var shadowRate: Double?
    @Option(
        help: ArgumentHelp(
            "A libpq URI of a standby of the database, from which figures are read that it shows already; else CHAIRSIDE_REPLICA.",
            valueName: "uri"))
    var replica: String?
    @Option(
        help: ArgumentHelp(
            "What clients call the server, such as https://clinic.example; may be given several times. Proofs of possession (DPoP) are good for these alone. Without it, what follows from addresses and ports.",
            valueName: "origin"),
        transform: { text in
            guard let origin = Origin(text) else {
                throw ValidationError("an origin is https://host or https://host:port")
            }
            return origin
        })
    var origin: [Origin] = []
    @Option(
        help: ArgumentHelp(
            "An origin whose pages may use the API in a browser, such as https://desk.example.org; may be repeated; else CHAIRSIDE_ALLOWED_ORIGINS, with spaces between them.",
            valueName: "origin"))
    var allowedOrigin: [String] = []
    @OptionGroup var tls: TLSOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func run() async throws {
        var configuration = ServerConfiguration(database: try database.resolved(), keys: keys.resolved)
        configuration.commit = builtFromCommit
        configuration.replica = replica ?? environment("CHAIRSIDE_REPLICA")
        configuration.host = host
        configuration.port = port
        configuration.allowsPlainHTTP = plainHTTPInPublic
        configuration.sharesPorts = sharePort
        configuration.unixSocket = unixSocket
        configuration.proxyProtocol = proxyProtocol
        configuration.serviceManager = ServiceManager(
            environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
        configuration.loops = loops > 0 ? loops : ProcessInfo.processInfo.activeProcessorCount
        configuration.chainHeads = chainHeads ?? environment("CHAIRSIDE_CHAIN_HEADS")
        configuration.zones = ZoneFolder(path: zoneinfo)
        configuration.https = try tls.resolved()
        configuration.origins = origin
        configuration.rates = rates.limits
        configuration.trustedProxies = TrustedProxies(rates.trustedProxy)
        configuration.metricsPort = metricsPort
        configuration.logsRequests = requestLog
        configuration.adminsNeedSecondFactor = adminsNeedSecondFactor
        configuration.mail = try mail.resolved()
        configuration.allowedOrigins = try resolvedOrigins()
        configuration.shadowRate = try resolvedShadowRate(configuration.shadowRate)
        try await Maintenance.prepareKeys(keys.resolved, for: database.resolved(), kid: today())
        guard !proxyProtocol || !rates.trustedProxy.isEmpty || unixSocket != nil else {
            throw ValidationError("--proxy-protocol needs --trusted-proxy: whose connections begin with such a head")
        }
        let server = try await Server.start(configuration, logger: standardLogger(logFormat))
        let plainHost = try configuration.plainHost
        try await server.run {
            if configuration.serviceManager.sockets.isEmpty {
                tell("Chairside listens on http://\(authority(plainHost, server.port))")
                if let port = server.securePort { tell("Chairside listens on https://\(authority(host, port))") }
            } else {
                tell(
                    "Chairside listens on \(configuration.serviceManager.sockets.count) sockets of the service manager")
            }
            if let unixSocket { tell("Chairside listens on \(unixSocket)") }
            if let port = server.adminPort {
                tell("Chairside listens on https://\(authority(host, port)) for admins")
            }
            if let port = server.metricsPort { tell("Metrics are at http://127.0.0.1:\(port)/metrics") }
        }
    }

    private func resolvedOrigins() throws -> AllowedOrigins {
        let given = environment("CHAIRSIDE_ALLOWED_ORIGINS").map { $0.split(separator: " ").map(String.init) } ?? []
        do { return try AllowedOrigins(allowedOrigin.isEmpty ? given : allowedOrigin) } catch {
            throw ValidationError(error.description)
        }
    }

    private func resolvedShadowRate(_ standard: Double) throws -> Double {
        let given = shadowRate ?? environment("CHAIRSIDE_SHADOW_RATE").map { Double($0) ?? -1 }
        guard let rate = given else { return standard }
        guard (0...1_000).contains(rate) else {
            throw ValidationError("a shadow rate is from 0 to 1000 documents a second")
        }
        return rate
    }
}

/// Writes a line at once, also to a file, where `print` would buffer it.
func tell(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

/// The name of a signing key made today.
func today() -> String { Date().formatted(.iso8601.year().month().day()) }
