public import Foundation

/// The repository's checkout from which the tests were built.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The path of the program `chairside` that was built together with the tests.
    public static var program: String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "chairside").path(percentEncoded: false)
    }

    /// A file or folder, by its path from the repository's root.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
