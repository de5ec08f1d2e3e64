import Identity

/// The error for a key folder that lacks keys. New keys must not be created in their place, since data in the database
/// may need the lost ones.
struct KeysMissing: Error, CustomStringConvertible {
    enum Why {
        case databaseNeedsThem
        case databaseIsAway(String)
    }

    let folder: String
    let secrets: Set<KeyFolder.Secret>
    let why: Why

    var description: String {
        let what = secrets.map(\.rawValue).sorted().joined(separator: ", ")
        return switch why {
        case .databaseNeedsThem:
            """
            The key folder \(folder) has no \(what), and this database was in use with one. No new keys were made: they would \
            not open what is stored. Restore the key folder that belongs to this database, or name it with --keys \
            (ops/backup-and-restore.md).
            """
        case .databaseIsAway(let reason):
            """
            The key folder \(folder) has no \(what). New keys are made only for a new database, and the database cannot be \
            asked: \(reason). Restore the key folder, or start PostgreSQL first.
            """
        }
    }
}
