import ArgumentParser
import ClinicOperations
import ClinicServer
import Foundation
import Logging
import Synchronization

/// The option of a command for the database's address.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: .setting(
            "A libpq URI of the database. Give a password in the variable, or in the file of PGPASSFILE, not in the option",
            or: .database, .databaseFile))
    var database: String?

    func resolved() throws -> String {
        if let url = database ?? environment(.database) { return url }
        if let path = environment(.databaseFile) {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw ValidationError("cannot read the file \(path) that DATABASE_URL_FILE names")
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        throw ValidationError("no database: give --database, or set DATABASE_URL or DATABASE_URL_FILE")
    }
}

/// The option of a command for the folder of the server's secrets.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("keys"),
        help: .setting("The folder with pepper, signing and master keys", or: .keys))
    var path: String?

    var resolved: String { path ?? environment(.keys) ?? Variable.keys.standard ?? "" }
}

/// The options of a command for a database and the key folder that belongs to it.
struct InstallationOptions: ParsableArguments {
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    /// Makes the `Installation` that the options describe, and sets up logging.
    func resolved() throws -> Installation {
        Installation(database: try database.resolved(), keys: keys.resolved, logger: standardLogger())
    }
}

/// Sets up logging to standard error, one line for each message, and returns a logger. A process can set up logging only
/// once, so a repeated call keeps the format of the first one.
func standardLogger(_ format: LogFormat = .text) -> Logger {
    if isFirstCall.exchange(false, ordering: .relaxed) { setUpLogging(format) }
    return Logger(label: "chairside")
}

/// Whether logging has not been set up yet.
private let isFirstCall = Atomic(true)

private func setUpLogging(_ format: LogFormat) {
    let level = (environment(.logLevel) ?? Variable.logLevel.standard).flatMap { Logger.Level(rawValue: $0) }
    LoggingSystem.bootstrap { label in
        var handler: any LogHandler
        switch format {
        case .text: handler = StreamLogHandler.standardError(label: label)
        case .json:
            handler = JSONLogHandler(label: label) { line in
                try? FileHandle.standardError.write(contentsOf: Data(line))
            }
        }
        handler.logLevel = level ?? .notice
        return handler
    }
}

/// The format of the lines of the program's log on standard error.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Shows the progress of an operation as a bar on standard error, if standard error is a terminal.
func showProgress(_ what: String, _ done: Int64, _ all: Int64) {
    guard isatty(2) == 1, all > 0 else { return }
    let width: Int64 = 40
    let filled = Int(width * min(done, all) / all)
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: Int(width) - filled)
    FileHandle.standardError.write(Data("\r\(what) \(bar) \(done)/\(all)\(done >= all ? "\n" : "")".utf8))
}
