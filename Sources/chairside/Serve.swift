import ArgumentParser
import ClinicServer
import Foundation

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Migrate the database and serve until SIGTERM or SIGINT.")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"
    @Option(help: "The port to listen on; 0 for any that is free.")
    var port: UInt16 = 8080
    @Option(help: "Event loops, each with its own listener and PostgreSQL connections; 0 for one per core.")
    var loops = 0
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func run() async throws {
        var configuration = ServerConfiguration(database: try database.resolved(), keys: keys.resolved)
        configuration.host = host
        configuration.port = port
        configuration.loops = loops > 0 ? loops : ProcessInfo.processInfo.activeProcessorCount
        try Maintenance.initializeKeys(keys.resolved, kid: today())
        let server = try await Server.start(configuration, logger: standardLogger())
        print("Chairside listens on http://\(host):\(server.port)")
        try? FileHandle.standardOutput.synchronize()
        try await server.runUntilSignalled()
    }
}

/// The name of a signing key that is made today.
func today() -> String { Date().formatted(.iso8601.year().month().day()) }
