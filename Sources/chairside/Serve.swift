import ArgumentParser
import ClinicOperations
import ClinicServer
import Foundation

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Migrate the database and serve until SIGTERM or SIGINT.",
        discussion: """
            If PostgreSQL cannot be reached, the server waits for it; /readyz and the log say so. Plain HTTP listens \
            on loopback only. With a certificate, HTTPS is served on --host. SIGHUP makes the server read the \
            certificate, the signing keys and the system's time zone rules again without dropping connections. \
            SIGUSR1 and SIGUSR2 are ignored.
            """)

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let configuration = try options.resolved()
        try await KeyAdministration(configuration.keys).prepare(for: configuration.database, kid: today())
        let server = try await Server.start(configuration, logger: standardLogger(options.logFormat))
        let plainHost = try configuration.plainHost
        try await server.run {
            if configuration.serviceManager.sockets.isEmpty {
                tell("Chairside listens on http://\(authority(plainHost, server.port))")
                if let port = server.securePort {
                    tell("Chairside listens on https://\(authority(configuration.host, port))")
                }
            } else {
                tell(
                    "Chairside listens on \(configuration.serviceManager.sockets.count) sockets of the service manager")
            }
            if let unixSocket = configuration.unixSocket { tell("Chairside listens on \(unixSocket)") }
            if let port = server.adminPort {
                tell("Chairside listens on https://\(authority(configuration.host, port)) for admins")
            }
            if let port = server.metricsPort { tell("Metrics are at http://127.0.0.1:\(port)/metrics") }
        }
    }
}

/// Writes a line to standard output immediately. `print` would buffer it if standard output is a file.
func tell(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

/// Today's date in UTC, as the name of a signing key that is created today.
func today() -> String { Date().formatted(.iso8601.year().month().day()) }
