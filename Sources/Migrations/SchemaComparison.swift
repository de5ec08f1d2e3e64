/// The comparison of a database's schema with that of this release.
package struct SchemaComparison: Sendable {
    /// The differences, one line each.
    package private(set) var findings: [String] = []
    /// The parts that the operator or a newer release has added and that touch nothing of this release, one line each.
    package private(set) var notes: [String] = []

    /// Compares the parts of a schema with those of a release.
    ///
    /// - Parameter isNewer: whether the database has migrations that are newer than the release, as while servers are
    ///   updated one by one. Parts that the release does not have are then the newer release's to judge.
    package init(
        of found: [SchemaEntry], with release: [SchemaEntry] = SchemaFixture.entries, isNewer: Bool = false
    ) {
        func key(_ entry: SchemaEntry) -> [String] { [entry.kind, entry.table, entry.name] }
        let known = Dictionary(found.map { (key($0), $0.digest) }, uniquingKeysWith: { $0 + $1 })
        let ours = Set(release.filter { $0.kind == "relation" }.map(\.table))
        let functions = Set(release.filter { $0.kind == "function" }.map(Self.plainName))
        for entry in release {
            switch known[key(entry)] {
            case nil: findings.append("the schema lacks the \(entry.title)")
            case entry.digest: break
            default: findings.append("the schema has another \(entry.title) than this release")
            }
        }
        let expected = Set(release.map(key))
        for entry in found where !expected.contains(key(entry)) {
            let isForeign =
                switch entry.kind {
                case "relation", "column", "constraint", "trigger", "switched-off trigger", "policy", "rule",
                    "inheritance", "rights", "rights to column", "index with a rule":
                    !ours.contains(entry.table)
                case "function", "rights to function": !functions.contains(Self.plainName(entry))
                case "index", "type": true
                default: false
                }
            let line = "the schema has a \(entry.title) that this release does not have"
            if isForeign || isNewer { notes.append(line) } else { findings.append(line) }
        }
    }

    /// The name of a function without its arguments.
    private static func plainName(_ entry: SchemaEntry) -> String {
        String(entry.name.prefix { $0 != "(" })
    }
}
