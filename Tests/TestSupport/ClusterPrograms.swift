import Foundation

/// PostgreSQL's own programs, and the user that runs them, since the server refuses to run as root.
struct ClusterPrograms: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let folder: String
    let isRoot: Bool

    static func find() throws -> ClusterPrograms {
        let version = "15"
        let candidates = ["/usr/lib/postgresql/\(version)/bin", "/usr/pgsql-\(version)/bin", "/usr/local/pgsql/bin"]
        guard let folder = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") })
        else {
            throw Missing(description: "PostgreSQL \(version) is not installed: looked in \(candidates)")
        }
        return ClusterPrograms(folder: folder, isRoot: geteuid() == 0)
    }

    /// Creates a private folder owned by the user that will run the server.
    func makeFolder() throws -> URL {
        let name = "chairside-pg-\(getpid())-\(String(UInt32.random(in: 0 ..< .max), radix: 36))"
        let folder = URL(filePath: "/tmp").appending(path: name)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        if isRoot {
            guard let postgres = unsafe getpwnam("postgres") else {
                throw Missing(description: "there is no user postgres")
            }
            attributes[.ownerAccountID] = unsafe postgres.pointee.pw_uid
            attributes[.groupOwnerAccountID] = unsafe postgres.pointee.pw_gid
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path(percentEncoded: false))
        return folder
    }

    func run(_ program: String, _ arguments: [String]) async throws {
        let become = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
        // Tests read the messages of these programs, so the messages must not depend on the user's locale.
        try await Shell.run(["env", "LC_ALL=C.UTF-8"] + become + ["\(folder)/\(program)"] + arguments)
    }
}
