/// The reason why a database cannot be migrated.
public enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The migration's file differs from the one that was applied. Migrations are never edited; add a new one instead.
    case changed(String)
    /// The migration is missing in the database, although a later one was applied.
    case gap(String)
    /// The database has a migration that this program does not know and that only newer programs can work with.
    case programTooOld(String, knows: Int, needs: Int)
    case numberTwice(String, String)
    /// The database was restored from a dump that contains no rights, into a cluster that lacks the roles.
    case rightsLost
    /// PostgreSQL refused to create a role or to grant a right.
    case refused(String, String)
    /// PostgreSQL refused the migration's script, which was rolled back.
    case failed(String, String)
    /// Other sessions held locks on the migration's tables for the whole waiting time.
    case lockedOut(String)
    /// The database lacks migrations. The name is that of the first missing one.
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
