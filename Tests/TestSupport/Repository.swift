public import Foundation

/// The repository's checkout from which the tests were built.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A file or folder, by its path from the repository's root.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
