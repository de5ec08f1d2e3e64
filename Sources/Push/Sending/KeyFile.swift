import Foundation

/// A file with a secret, such as a private key.
struct KeyFile {
    let path: String

    /// The largest size of a key file in bytes.
    private static let longest = 64 * 1024

    /// Reads the text of a file with a secret.
    ///
    /// - Throws: a `PushConfigurationError` if the file cannot be read, is too large, or can be read by other users of
    ///   the machine.
    func read() throws(PushConfigurationError) -> String {
        guard let handle = FileHandle(forReadingAtPath: path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let mode = attributes[.posixPermissions] as? Int
        else { throw PushConfigurationError("cannot read the key file \(path)") }
        guard mode & 0o077 == 0 else {
            throw PushConfigurationError("other users can read the key file \(path): chmod 600 \(path)")
        }
        guard let data = try? handle.read(upToCount: Self.longest + 1), data.count <= Self.longest,
            let text = String(data: data, encoding: .utf8)
        else { throw PushConfigurationError("the key file \(path) contains no key") }
        return text
    }
}
