import Crypto

/// A migration that the database has recorded as applied.
struct AppliedMigration {
    let number: Int
    let name: String
    let checksum: [UInt8]
    /// The number of a migration. Only a program that knows the migration with that number can run on a database with
    /// this migration; 0 if any program can.
    let oldestProgram: Int

    init(number: Int, name: String, checksum: [UInt8], oldestProgram: Int = 0) {
        self.number = number
        self.name = name
        self.checksum = checksum
        self.oldestProgram = oldestProgram
    }

    var fileName: String { Migration(number, name, script: []).fileName }

    /// The migrations that still have to be applied. A database may have migrations that are newer than the program, if
    /// these migrations allow it. So a release can be rolled out server by server, and rolled back.
    ///
    /// - Parameter migrations: the program's migrations, in order.
    /// - Throws: `MigrationError` if database and program are not compatible.
    static func missing(
        from migrations: [Migration], applied: [AppliedMigration]
    ) throws(MigrationError) -> [Migration] {
        var known: [Int: Migration] = [:]
        for migration in migrations { known[migration.number] = migration }
        let newest = migrations.last?.number ?? 0
        var done: Set<Int> = []
        for applied in applied {
            guard let migration = known[applied.number] else {
                guard applied.oldestProgram <= newest else {
                    throw .programTooOld(applied.fileName, knows: newest, needs: applied.oldestProgram)
                }
                continue
            }
            guard migration.checksum == applied.checksum else { throw .changed(applied.fileName) }
            done.insert(applied.number)
        }
        let missing = migrations.filter { !done.contains($0.number) }
        if let first = missing.first, let last = applied.map(\.number).max(), first.number < last {
            throw .gap(first.fileName)
        }
        return missing
    }
}

extension Migration {
    /// The SHA-256 checksum of the migration's whole file.
    var checksum: [UInt8] { Array(SHA256.hash(data: script)) }
}
