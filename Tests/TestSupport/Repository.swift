public import Foundation

/// The checkout that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A file or folder by its path from the root.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
