import ArgumentParser
import ClinicServer
import Foundation
import Identity
import TLS
import ZoneFiles

/// The options of `serve`. `chairside config` makes the table in `ops/configuration.md` from these declarations.
struct ServeOptions: ParsableArguments {
    @Option(help: "The address to listen on, or localhost for both 127.0.0.1 and ::1.")
    var host = "127.0.0.1"
    @Option(help: "The port for plain HTTP. 0 means any free port.")
    var port: UInt16 = 8080
    @Flag(help: "Serve plain HTTP on --host even if other machines can reach it, for example behind a proxy.")
    var plainHTTPInPublic = false
    @Flag(
        help:
            "Let several servers of one database listen on the same ports. Each of them needs this flag. The kernel distributes the connections."
    )
    var sharePort = false
    @Option(
        help: ArgumentHelp(
            "Serve plain HTTP on a Unix socket too. Every program that may open its file is trusted as a proxy.",
            valueName: "path"))
    var unixSocket: String?
    @Flag(
        help: "Require a PROXY protocol header, version 1 or 2, on every connection from a --trusted-proxy.")
    var proxyProtocol = false
    @Option(help: "Event loops, each with its own listener and PostgreSQL connections; 0 for one per core.")
    var loops = 0
    @OptionGroup var rates: RateOptions
    @Option(help: "The port on 127.0.0.1 for /metrics (Prometheus). Metrics are served only if it is given.")
    var metricsPort: UInt16?
    @Option(help: "The folder with the compiled time zone rules, as the package tzdata installs them.")
    var zoneinfo = ZoneFolder.standard
    @Option(
        help: ArgumentHelp(
            "A file with the catalogue of drugs and studies, as catalogue import writes it. By default, the built-in one.",
            valueName: "path"))
    var catalogue: String?
    @Option(
        help: .setting("A folder for the signed heads of the chains, outside of the database", or: .chainHeads))
    var chainHeads: String?
    @Option(help: "The form of the log's lines on standard error: text or json.")
    var logFormat = LogFormat.text
    @Flag(help: "Write a line to the log for each request, without anything that could name a patient.")
    var requestLog = false
    @Flag(help: "Refuse admins access to the clinic until they have set up a second factor.")
    var adminsNeedSecondFactor = false
    @Flag(
        help:
            "Let webhooks have http URLs and URLs of the server's own network. Only for tests: admins of clinics could reach inner services."
    )
    var localWebhooks = false
    @Option(
        name: [.customLong("projection-audit-rate"), .customLong("shadow-rate")],
        help: .setting(
            "Documents per second that the projection audit folds again from their events and compares with the stored ones. 0 switches it off",
            or: .projectionAuditRate, valueName: "rate"))
    var projectionAuditRate: Double?
    @Option(
        help: .setting(
            "A libpq URI of a standby of the database, from which the dashboard's figures are read", or: .replica,
            valueName: "uri"))
    var replica: String?
    @Option(
        help: ArgumentHelp(
            "An origin by which clients call the server, such as https://clinic.example. May be repeated. Proofs of possession (DPoP) are valid only for these. By default, the origins follow from addresses and ports.",
            valueName: "origin"),
        transform: { text in
            guard let origin = Origin(text) else {
                throw ValidationError("an origin is https://host or https://host:port")
            }
            return origin
        })
    var origin: [Origin] = []
    @Option(
        help: .setting(
            "An origin whose pages may use the API in a browser, such as https://desk.example.org. May be repeated",
            or: .allowedOrigins, valueName: "origin"))
    var allowedOrigin: [String] = []
    @OptionGroup var tls: TLSOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var files: FileOptions
    @OptionGroup var push: PushOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    /// Makes the server's configuration from the options of `serve`.
    ///
    /// - Throws: `ValidationError` if options contradict one another, or if a value is missing or cannot be used.
    func resolved() throws -> ServerConfiguration {
        var configuration = ServerConfiguration(database: try database.resolved(), keys: keys.resolved)
        configuration.commit = builtFromCommit
        configuration.replica = replica ?? environment(.replica)
        configuration.host = host
        configuration.port = port
        configuration.allowsPlainHTTP = plainHTTPInPublic
        configuration.sharesPorts = sharePort
        configuration.unixSocket = unixSocket
        configuration.proxyProtocol = proxyProtocol
        configuration.serviceManager = ServiceManager(
            environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
        configuration.loops = loops > 0 ? loops : ProcessInfo.processInfo.activeProcessorCount
        configuration.chainHeads = chainHeads ?? environment(.chainHeads)
        configuration.zones = ZoneFolder(path: zoneinfo)
        configuration.catalogue = catalogue.map { CatalogueFile(path: $0) }
        configuration.https = try tls.resolved()
        configuration.origins = origin
        configuration.rates = rates.limits
        configuration.trustedProxies = TrustedProxies(rates.trustedProxy)
        configuration.metricsPort = metricsPort
        configuration.logsRequests = requestLog
        configuration.adminsNeedSecondFactor = adminsNeedSecondFactor
        configuration.permitsLocalWebhooks = localWebhooks
        configuration.console = links.setting
        configuration.publicAddress = try links.address()
        configuration.links = try links.links()
        configuration.mail = try mail.resolved(configuration.links)
        configuration.files = try files.resolved()
        configuration.push = try push.resolved(configuration.publicAddress)
        configuration.allowedOrigins = try resolvedOrigins()
        configuration.projectionAuditRate = try resolvedProjectionAuditRate()
        guard !proxyProtocol || !rates.trustedProxy.isEmpty || unixSocket != nil else {
            throw ValidationError("--proxy-protocol needs --trusted-proxy: whose connections begin with such a head")
        }
        return configuration
    }

    private func resolvedOrigins() throws -> AllowedOrigins {
        let given = environment(.allowedOrigins).map { $0.split(separator: " ").map(String.init) } ?? []
        do { return try AllowedOrigins(allowedOrigin.isEmpty ? given : allowedOrigin) } catch {
            throw ValidationError(error.description)
        }
    }

    private func resolvedProjectionAuditRate() throws -> Double {
        let text = environment(.projectionAuditRate) ?? Variable.projectionAuditRate.standard ?? ""
        guard let rate = projectionAuditRate ?? Double(text), (0...1_000).contains(rate) else {
            throw ValidationError("a projection audit rate is from 0 to 1000 documents a second")
        }
        return rate
    }
}
