import Clinic
import ClinicTestSupport
import EventSourcing
import Foundation
import PostgresClient
import SQL
import Testing
import TestSupport

/// Compares the list of tables in `ops/provable-history.md` with the schema, so that somebody decides for each new table
/// in which hash chain it is, or why in none.
@Suite(.database(.demo)) struct ChainedTableTests {
    /// The tables that the page lists, each with its chain or with the reason why it is in none.
    private func listed() throws -> [String: String] {
        let page = try String(contentsOf: Repository.file("ops/provable-history.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## The chain of each table").dropFirst().first)
        var tables: [String: String] = [:]
        for line in section.components(separatedBy: "\n## ")[0].split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 2)
            for name in cells[0].matches(of: /`([a-z_]+)`/) {
                #expect(tables.updateValue(cells[1], forKey: String(name.output.1)) == nil, "\(name.output.1) twice")
            }
        }
        return tables
    }

    private func names(_ statement: Statement) async throws -> Set<String> {
        try await TestDatabase.current.withConnection { connection in
            Set(try await connection.perform(statement, effect: .reads).map { try $0.text(0) })
        }
    }

    @Test func `the page on provable history says for every table in which chain it is, or why in none`() async throws {
        let listed = try listed()
        let tables = try await names(
            """
            SELECT relname::text FROM pg_class AS c
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            """)
        let readModels = Set(ClinicFeatures.projections.map { "\($0.table.name.text)" })
        #expect(
            tables.subtracting(readModels).subtracting(listed.keys) == [], "say in the page which chain they are in")
        #expect(Set(listed.keys).subtracting(tables) == [], "the schema has no such tables")
        #expect(Set(listed.keys).intersection(readModels) == [], "these are read models")
        for (table, chain) in listed {
            #expect(
                chain == "events" || chain == "records" || chain == "records, by `credential_record`"
                    || chain.hasPrefix("none: ") && chain.count > 20, "\(table): \(chain)")
        }
    }

    @Test func `every table that the page calls recorded has the trigger that records its changes`() async throws {
        let recorded = try listed().filter { $0.value == "records, by `credential_record`" }.keys
        let triggers = try await names(
            "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'record_credential' AND tgenabled = 'O'")
        #expect(Set(recorded) == triggers)
        let states = try await names("SELECT DISTINCT source FROM credential_record")
        #expect(states.isSubset(of: triggers))
    }
}
