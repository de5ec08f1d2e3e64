import Crypto
import EventLoop
import EventSourcing
import Foundation

/// The folder with the contents of patients' files, outside of the database.
///
/// A content is stored under its address, in a folder that is named by the address's first two digits. While it is
/// written, it is in the folder `incoming`, as `*.part`. When it is complete, it gets its address, and is also in
/// `incoming` as `*.ready` until its event is appended. So a sweep finds the contents that a killed server has left
/// behind. The functions of the folder block, so they must run on the thread of a worker pool.
package struct FileFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    var incoming: String { "\(path)/incoming" }

    func place(of address: String) -> String { "\(path)/\(address.prefix(2))/\(address)" }
    private func mark(of address: String) -> String { "\(incoming)/\(address).ready" }

    /// Creates the folder of contents, unless it exists.
    package func prepare() throws {
        try FileTree.makeFolder(path)
        try FileTree.makeFolder(incoming)
    }

    /// Stores a complete content under its address. Returns when the content is on disk under that name.
    func place(_ part: String, at address: String) throws {
        let folder = "\(path)/\(address.prefix(2))"
        try FileTree.makeFolder(folder)
        try FileTree.rename(part, to: mark(of: address))
        try FileTree.link(mark(of: address), as: place(of: address))
        try FileTree.synchronize(folder: folder)
        try FileTree.synchronize(folder: path)
    }

    /// Ends the storing of a content. The content is kept if its event was appended, and deleted if no event will name
    /// it.
    func settle(_ address: String, isKept: Bool) throws {
        if !isKept { try remove(address) }
        try FileTree.remove(mark(of: address))
    }

    package func remove(_ address: String) throws { try FileTree.remove(place(of: address)) }

    /// The addresses of all contents in the folder of contents, sorted.
    package func addresses() throws -> [String] {
        try Self.names(in: path).filter { $0.utf8.count == 2 }.flatMap { try addresses(in: $0) }
    }

    /// The addresses of the stored contents that begin with two given digits, sorted.
    func addresses(in prefix: String) throws -> [String] {
        try Self.names(in: "\(path)/\(prefix)").filter { Self.isAddress($0) && $0.hasPrefix(prefix) }
    }

    package func has(_ address: String) -> Bool { FileManager.default.fileExists(atPath: place(of: address)) }

    /// Whether a content was stored within the last hour, so that the commit of its event may be in progress.
    package func isRecent(_ address: String, at now: Instant) -> Bool {
        Self.isRecent(place(of: address), now.secondsSince1970)
    }

    private static func isRecent(_ path: String, _ now: Int64) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let changed = attributes?[.modificationDate] as? Date else { return false }
        return Int64(changed.timeIntervalSince1970) >= now - 3_600
    }

    /// Whether a stored content is undamaged: the hash of its bytes is its address.
    package func isWhole(_ address: String) throws -> Bool {
        guard let file = try? OpenFile.open(place(of: address)) else { return false }
        var hash = SHA256()
        var offset: Int64 = 0
        while true {
            let bytes = try file.read(1024 * 1024, at: offset)
            if bytes.isEmpty { break }
            hash.update(data: bytes)
            offset += Int64(bytes.count)
        }
        return hexadecimal(hash.finalize()) == address
    }

    /// The addresses of the complete contents that a server has left behind. Perhaps no event names them.
    ///
    /// Contents of the last hour are left out: the commit of their event may be in progress.
    package func leftBehind(at now: Int64) throws -> [String] {
        try Self.names(in: incoming).filter { $0.hasSuffix(".ready") }.map { String($0.dropLast(6)) }.filter {
            Self.isAddress($0) && !Self.isRecent(mark(of: $0), now) && isAbandoned(mark(of: $0))
        }
    }

    /// Deletes the contents whose writing was never completed. Returns the number of deleted contents.
    package func removeParts() throws -> Int {
        let parts = try Self.names(in: incoming).filter {
            $0.hasSuffix(".part") && isAbandoned("\(incoming)/\($0)")
        }
        for part in parts { try FileTree.remove("\(incoming)/\(part)") }
        return parts.count
    }

    /// Ends the storing of the contents that a server has left behind: keeps those that events name, and deletes the
    /// others.
    ///
    /// - Parameter named: the addresses that events name.
    package func settle(_ leftBehind: [String], named: Set<String>) throws {
        for address in leftBehind { try settle(address, isKept: named.contains(address)) }
    }

    /// Whether no server is writing a file of the folder of contents. A server locks the file that it writes, and the
    /// locks of a killed server end.
    private func isAbandoned(_ path: String) -> Bool { (try? OpenFile.open(path))?.lock() ?? false }

    /// The names of the files and folders in a folder, sorted; none if the folder does not exist.
    private static func names(in path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private static func isAddress(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
