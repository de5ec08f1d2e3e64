import Console
import Crypto
import EventLoop
import Foundation

/// A folder whose files are served as the browser console, for work on the console without builds. Each request reads
/// its file, on a thread of its own.
final class ConsoleFolder: Sendable {
    /// The folder's real path: without symbolic links, and with a slash at the end.
    private let root: String
    private let reader: WorkerPool

    /// - Throws: `ConfigurationError.noConsole` if there is no such folder.
    init(_ path: String) throws {
        let folder = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path()
        guard Self.type(of: folder) == .typeDirectory else {
            throw ConfigurationError.noConsole(folder: path)
        }
        root = folder.hasSuffix("/") ? folder : folder + "/"
        reader = try WorkerPool(threads: 1, queueLimit: 256, name: "console")
    }

    /// Reads a file.
    ///
    /// - Returns: the file as it is now; `nil` if there is no file of this name in the folder, or too much to read now.
    func file(_ name: String) async -> ServedConsoleFile? {
        let read = try? await reader.run { [root] in Self.read(name, in: root) }
        return read ?? nil
    }

    /// Reads a regular file whose real path is below the folder. A symbolic link is followed only within the folder.
    private static func read(_ name: String, in root: String) -> ServedConsoleFile? {
        guard let mediaType = ConsoleMedia.type(of: name), !name.hasPrefix("/"),
            !name.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
                $0.isEmpty || $0.hasPrefix(".")
            })
        else { return nil }
        let real = URL(filePath: root + name).resolvingSymlinksInPath().path()
        guard real.hasPrefix(root), type(of: real) == .typeRegular,
            let data = FileManager.default.contents(atPath: real)
        else { return nil }
        let hash = SHA256.hash(data: data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return ServedConsoleFile(Array(data), compressed: nil, mediaType: mediaType, hash: hash)
    }

    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.type]) as? FileAttributeType
    }

    /// Ends the thread that reads.
    func close() { reader.close() }
}
