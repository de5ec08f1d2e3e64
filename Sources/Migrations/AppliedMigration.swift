import Crypto

/// A migration as recorded in the database.
struct AppliedMigration {
    let number: Int
    let name: String
    let checksum: [UInt8]
    /// The newest migration of the oldest program that may run on this schema; 0: any program may.
    let oldestProgram: Int

    init(number: Int, name: String, checksum: [UInt8], oldestProgram: Int = 0) {
        self.number = number
        self.name = name
        self.checksum = checksum
        self.oldestProgram = oldestProgram
    }

    var fileName: String { Migration(number, name, script: []).fileName }

    /// The migrations still to be applied. A database may be ahead of the program, as far as its migrations allow: so a
    /// release can be rolled out server by server, and rolled back.
    ///
    /// - Parameter migrations: the program's, in order.
    /// - Throws: `MigrationError` if database and program do not fit together.
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
    /// SHA-256 of the whole file.
    var checksum: [UInt8] { Array(SHA256.hash(data: script)) }
}

/// Why a database cannot be migrated.
public enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file differs from the applied one. Migrations are never edited; add a new one instead.
    case changed(String)
    /// A later migration was applied already.
    case gap(String)
    /// The database has a migration that this program is too old for.
    case programTooOld(String, knows: Int, needs: Int)
    case numberTwice(String, String)
    /// The database was restored from a dump without rights into a cluster without the roles that they name.
    case rightsLost
    /// PostgreSQL refused to make a role or to grant a right.
    case refused(String, String)
    /// PostgreSQL refused the script; nothing of it was kept.
    case failed(String, String)
    /// Other sessions held locks on its tables for the whole waiting time.
    case lockedOut(String)
    /// The first migration that has yet to be applied.
    case notMigrated(String)

    public var description: String {
        switch self {
        case .changed(let name): "migration \(name) was changed after it had been applied; write a new one instead"
        case .gap(let name): "migration \(name) was never applied, but later ones were; give it a higher number"
        case .programTooOld(let name, let newest, let oldest):
            """
            the database has migration \(name), on which only a program that knows migration \(oldest) can run; \
            this one knows those up to \(newest): start a newer program
            """
        case .numberTwice(let one, let other): "migrations \(one) and \(other) share a number"
        case .rightsLost:
            "this database has lost the rights of Chairside's roles: it was restored in a cluster that lacked them. "
                + "Run chairside migrate on an empty database of this cluster, which makes the roles, then restore again"
        case .refused(let statement, let reason):
            "the database does not let this login do what Chairside's roles need (\(reason)): \(statement)"
        case .failed(let name, let reason): "migration \(name) failed: \(reason)"
        case .lockedOut(let name):
            "migration \(name) was not applied: another session has held a lock on a table that it changes all the while"
        case .notMigrated(let name):
            "the database's schema is not up to date (\(name) is missing): run `chairside migrate` first"
        }
    }
}
