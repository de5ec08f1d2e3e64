import ArgumentParser
import ClinicServer
import Foundation
import TLS
import ZoneFiles

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Migrate the database and serve until SIGTERM or SIGINT.",
        discussion: """
            Where PostgreSQL is away it waits for it: /readyz and the log say so. \
            Plain HTTP stays on loopback. With a certificate, HTTPS is served on --host; SIGHUP makes the server read the \
            certificate, the signing keys and the system's time zone rules again without dropping connections.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"
    @Option(help: "The port for plain HTTP; 0 for any that is free.")
    var port: UInt16 = 8080
    @Flag(help: "Serve plain HTTP on --host even where others can reach it, as behind a proxy of yours.")
    var plainHTTPInPublic = false
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
    @OptionGroup var tls: TLSOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func run() async throws {
        var configuration = ServerConfiguration(database: try database.resolved(), keys: keys.resolved)
        configuration.replica = replica ?? environment("CHAIRSIDE_REPLICA")
        configuration.host = host
        configuration.port = port
        configuration.allowsPlainHTTP = plainHTTPInPublic
        configuration.loops = loops > 0 ? loops : ProcessInfo.processInfo.activeProcessorCount
        configuration.chainHeads = chainHeads ?? environment("CHAIRSIDE_CHAIN_HEADS")
        configuration.zones = ZoneFolder(path: zoneinfo)
        configuration.https = try tls.resolved()
        configuration.rates = rates.limits
        configuration.trustedProxies = TrustedProxies(rates.trustedProxy)
        configuration.metricsPort = metricsPort
        configuration.adminsNeedSecondFactor = adminsNeedSecondFactor
        configuration.mail = try mail.resolved()
        configuration.shadowRate = try resolvedShadowRate(configuration.shadowRate)
        try Maintenance.initializeKeys(keys.resolved, kid: today())
        let server = try await Server.start(configuration, logger: standardLogger())
        let plainHost = try configuration.plainHost
        try await server.run {
            tell("Chairside listens on http://\(plainHost):\(server.port)")
            if let port = server.securePort { tell("Chairside listens on https://\(host):\(port)") }
            if let port = server.adminPort { tell("Chairside listens on https://\(host):\(port) for admins") }
            if let port = server.metricsPort { tell("Metrics are at http://127.0.0.1:\(port)/metrics") }
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

/// Says something at once, also where nobody watches: in a file it would wait for more.
func tell(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

/// The name of a signing key that is made today.
func today() -> String { Date().formatted(.iso8601.year().month().day()) }
