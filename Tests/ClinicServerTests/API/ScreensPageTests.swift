import ClinicServer
import ClinicTestSupport
import Endpoints
import Foundation
import JSON
import TestSupport
import Testing

/// Tests that the operations and fields that `ops/screens.md` names exist.
@Suite struct ScreensPageTests {
    /// A row of a table of `ops/screens.md`.
    struct Row {
        let section: String
        let operation: String
        let fields: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try String(contentsOf: Repository.file("ops/screens.md"), encoding: .utf8)
        var section = ""
        var rows: [Row] = []
        for line in page.components(separatedBy: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            guard line.hasPrefix("|"), line.contains("`") else { continue }
            let cells = line.components(separatedBy: "|").dropFirst().dropLast().map(quoted)
            try #require(cells.count == 4 && cells[2].count == 1, "\(line)")
            rows.append(Row(section: section, operation: cells[2][0], fields: cells[3]))
        }
        return rows
    }

    /// The words in backquotes of a text.
    private static func quoted(_ text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    /// The names of an operation's parameters, and of the members of its request and of its successful answers, at any
    /// depth.
    private static func names(of operation: JSONValue, in description: JSONValue) -> Set<String> {
        var names: Set<String> = []
        var seen: Set<String> = []
        var waiting = operation["parameters"]?.elements ?? []
        names.formUnion(waiting.compactMap { $0["name"]?.string })
        waiting.append(contentsOf: [operation["requestBody"]].compactMap { $0 })
        waiting += (operation["responses"]?.members ?? []).filter { $0.name.hasPrefix("2") }.map(\.value)
        while let part = waiting.popLast() {
            for (_, object) in part.objects() {
                names.formUnion(object["properties"]?.members?.map(\.name) ?? [])
                guard let place = object["$ref"]?.string, seen.insert(place).inserted else { continue }
                let target = place.split(separator: "/").dropFirst().reduce(Optional(description)) { $0?[String($1)] }
                if let target { waiting.append(target) }
            }
        }
        return names
    }

    @Test
    func `each operation that a section of ops/screens.md names exists and may be called by the roles of the section`()
        throws
    {
        let operations = Dictionary(uniqueKeysWithValues: ServerAPI.operations.map { ($0.id, $0) })
        let sections: [String: [Role]] = [
            "Every role": [.patient, .doctor, .admin, .receptionist], "Patient": [.patient], "Doctor": [.doctor],
            "Admin": [.admin], "Receptionist": [.receptionist], "On the desktop": [],
        ]
        let rows = try Self.rows()
        #expect(rows.count > 100)
        for row in rows {
            guard let operation = operations[row.operation] else {
                Issue.record("\(row.operation) does not exist")
                continue
            }
            let roles = try #require(sections[row.section], "\(row.section)")
            guard operation.requiresAuthentication else { continue }
            #expect(Set(roles).isSubset(of: operation.roles), "\(row.operation) in \(row.section)")
        }
    }

    @Test func `every field that ops/screens.md names is in the request or the answer of its operation`() throws {
        let description = try ServerAPI.parsedDescription()
        let described = (description["paths"]?.members ?? []).flatMap { $0.value.members ?? [] }.map(\.value)
        for row in try Self.rows() {
            guard let operation = described.first(where: { $0["operationId"]?.string == row.operation }) else {
                Issue.record("\(row.operation) is not described")
                continue
            }
            let unknown = Set(row.fields).subtracting(Self.names(of: operation, in: description))
            #expect(unknown.isEmpty, "\(row.operation)")
        }
    }
}
