/// The schema of this release, as a migrated empty database has it: the lines of `fixtures/schema/schema.txt`, built into
/// the program. `chairside schema` prints them.
package enum SchemaFixture {
    package static let entries: [SchemaEntry] = String(decoding: PackageResources.schema_txt, as: UTF8.self)
        .split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4 else { return nil }
            return SchemaEntry(kind: parts[0], table: parts[1], name: parts[2], digest: parts[3])
        }

    package static func hasTrigger(_ name: String, on table: String) -> Bool {
        entries.contains { $0.kind == "trigger" && $0.name == name && $0.table == table }
    }
}
