import Foundation

/// The folder of PostgreSQL's own programs: the one that the variable `POSTGRES_BIN` names, or else the newest of the
/// machine's. If the tests run as root, the programs run as the user postgres, since the
/// PostgreSQL server refuses to run as root.
struct ClusterPrograms: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let folder: String
    let isRoot: Bool

    static func find() throws -> ClusterPrograms {
        let candidates: [String] =
            if let given = ProcessInfo.processInfo.environment["POSTGRES_BIN"] {
                [given]
            } else {
                installed(in: "/usr/lib/postgresql", prefix: "") + installed(in: "/usr", prefix: "pgsql-")
                    + ["/usr/local/pgsql/bin"]
            }
        guard let folder = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") })
        else { throw Missing(description: "PostgreSQL's server is not installed: looked in \(candidates)") }
        return ClusterPrograms(folder: folder, isRoot: geteuid() == 0)
    }

    /// The folders of programs of PostgreSQL 15 and later, the newest first. A version's folder is called after its
    /// number, such as `15` or `pgsql-15`.
    private static func installed(in folder: String, prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let versions = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        return versions.filter { $0 >= 15 }.sorted(by: >).map { "\(folder)/\(prefix)\($0)/bin" }
    }

    /// Creates a private folder, owned by the user that will run the PostgreSQL server.
    ///
    /// - Parameter inMemory: whether the folder is in memory, if the machine has room there; otherwise it is in `/tmp`.
    ///   Each test creates and drops a database of 300 files, which takes ext4 several times as long as tmpfs.
    func makeFolder(inMemory: Bool) throws -> URL {
        let name = "chairside-pg-\(getpid())-\(String(UInt32.random(in: 0 ..< .max), radix: 36))"
        let parent = inMemory && Self.memoryHasRoom ? Self.memory : "/tmp"
        let folder = URL(filePath: parent).appending(path: name)
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

    private static let memory = "/dev/shm"
    private static let neededInMemory = 3 << 30

    /// Whether the file system in memory has room for the databases of all tests that run at the same time.
    private static var memoryHasRoom: Bool {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0 >= neededInMemory
    }

    func run(_ program: String, _ arguments: [String]) async throws {
        let become = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
        // Tests compare the messages of PostgreSQL's programs, so these must not depend on the user's locale.
        try await Shell.run(["env", "LC_ALL=C.UTF-8"] + become + ["\(folder)/\(program)"] + arguments)
    }
}
