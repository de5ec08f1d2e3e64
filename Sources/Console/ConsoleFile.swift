import Foundation

/// A file of the browser console that is built into the program.
public struct ConsoleFile: Sendable {
    /// The path of the file below `Sources/Console/Files`, such as `app/desk.js`.
    public let path: String
    /// The number of bytes of the file.
    public let size: Int
    /// The SHA-256 hash of the file, in hexadecimal.
    public let hash: String
    /// The bytes of the file, compressed with gzip.
    public let compressed: [UInt8]

    public init(path: String, size: Int, hash: String, compressed: [UInt8]) {
        self.path = path
        self.size = size
        self.hash = hash
        self.compressed = compressed
    }

    /// All files of the console, in the order of their paths. They are decoded at each call, so a program asks once.
    ///
    /// - Returns: the files; `nil` for a program whose files cannot be decoded, which the build does not make.
    public static func all() -> [ConsoleFile]? {
        var files: [ConsoleFile] = []
        for built in builtConsoleFiles {
            guard let data = Data(base64Encoded: built.base64) else { return nil }
            files.append(ConsoleFile(path: built.path, size: built.size, hash: built.hash, compressed: Array(data)))
        }
        return files
    }

    /// The path of the library without which the console's pages do not work. It is not in the repository: a script gets
    /// it before a build.
    public static let library = "vendor/preact.js"
}

/// A file of the console as the build plugin `ConsoleFiles` writes it.
struct BuiltConsoleFile {
    let path: String
    let size: Int
    let hash: String
    /// The bytes of the file, compressed with gzip, in base64.
    let base64: String
}
