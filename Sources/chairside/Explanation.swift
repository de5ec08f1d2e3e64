import ArgumentParser
import Foundation
import PostgresClient

/// An error that is explained to the person at the terminal, with the remedy if it is known.
struct Explanation: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        description =
            switch error {
            case let error as CocoaError: Self.about(error)
            case PostgresError.server(let error): Self.about(error)
            case PostgresError.notConnected(let reason): Self.aboutConnection(reason)
            default: "\(error)"
            }
    }

    private static func about(_ error: CocoaError) -> String {
        let path = error.filePath ?? error.url?.path(percentEncoded: false) ?? "a file"
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "\(path): there is no such file or folder"
        case .fileReadNoPermission: return "\(path): you may not read this"
        case .fileWriteNoPermission: return "\(path): you may not write here"
        case .fileWriteFileExists: return "\(path): a file of this name is in the way"
        case .fileWriteOutOfSpace: return "\(path): the disk is full"
        case .fileWriteVolumeReadOnly: return "\(path): the disk is read-only"
        case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: return "\(path): it does not hold text"
        default: return "\(path): it cannot be read or written"
        }
    }

    private static func about(_ error: ServerError) -> String {
        let advice: String? =
            switch error.sqlState {
            case "42501":
                "The role in the database's URL needs more rights: run this as the owner of the database's tables, and "
                    + "`chairside migrate` as a role that may create tables and roles."
            case "42P01", "42703", "42883": "The schema is not up to date: run `chairside migrate`."
            case "25006": "The database accepts no changes: this is a standby, or it was set to read-only."
            case "53100": "The database's disk is full."
            case "53300": "PostgreSQL has no connection left: raise max_connections, or end what holds them."
            default: nil
            }
        return ["PostgreSQL: \(error)", advice].compactMap(\.self).joined(separator: "\n")
    }

    /// Explains why the database cannot be reached.
    ///
    /// - Parameter reason: libpq's message, which names the host, the database or the role.
    private static func aboutConnection(_ reason: String) -> String {
        "PostgreSQL cannot be reached: \(reason)\nThe address comes from --database or DATABASE_URL."
    }
}
