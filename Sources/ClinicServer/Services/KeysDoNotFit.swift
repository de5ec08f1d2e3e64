/// The error for a key folder whose master keys cannot unwrap the person keys of this database.
struct KeysDoNotFit: Error, CustomStringConvertible {
    let folder: String
    let masters: [String]

    var description: String {
        """
        The key folder \(folder) does not belong to this database: people's keys are wrapped with master key \
        \(masters.joined(separator: ", ")), and no master-*.key in the folder unwraps them. Restore the key folder that \
        belongs to this database, or name it with --keys (ops/backup-and-restore.md).
        """
    }
}
