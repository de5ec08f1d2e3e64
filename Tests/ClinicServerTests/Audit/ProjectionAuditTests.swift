import Clinic
import ClinicDemo
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import Identifiers
import JSON
import Logging
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing

@Suite struct `The projection audit of a clinic` {
    @Suite(.database) struct `With generated data` {
        @Test(arguments: [2, 3] as [UInt64])
        func `the projection audit of a new clinic finds no difference, even while the clinic is being filled`(
            seed: UInt64
        )
            async throws
        {
            let demo = DemoData(try .demo(), seed: seed, patients: 16, days: 20)
            _ = try await Maintenance.migrate(demo.installation.database)
            try await AuditedClinic.run { audit in
                let making = Held {
                    _ = try await demo.fill()
                    try await EverythingElse.happens()
                }
                while !making.isOver { try await audit.step() }
                try await making.value
                let documents = try await AuditedClinic.documents()
                #expect(Set(documents.map(\.model)) == Set(ClinicFeatures.projections.indices))
                for document in documents { try await audit.look(document) }
                #expect(audit.differing == [:])
                #expect(audit.findings.reading.tables.map(\.found) == ClinicFeatures.projections.map { _ in 0 })
                #expect(audit.findings.reading.failures == 0)
            }
            let verified = try await demo.installation.verify()
            #expect(verified.differences == [])
        }
    }

    @Suite(.database(.demo)) struct `With demo data` {
        @Test(arguments: DocumentDamage.allCases)
        func `the projection audit reports damaged documents of every read model until a rebuild repairs them`(
            damage: DocumentDamage
        ) async throws {
            try await EverythingElse.happens()
            let log = KeptLog()
            try await AuditedClinic.run(logger: log.logger) { audit in
                let documents = try await AuditedClinic.documents()
                var harmed: [(AuditedDocument, kind: String)] = []
                for (model, projection) in ClinicFeatures.projections.enumerated() {
                    guard let victim = documents.filter({ $0.model == model }).randomElement() else {
                        throw Missing(what: projection.table.name.description)
                    }
                    harmed += try await damage.happens(to: victim, projection)
                }
                for _ in 0..<2 { for (document, _) in harmed { try await audit.look(document) } }
                #expect(audit.findings.reading.differing == harmed.count)
                let told = log.lines.filter { $0.contains("a stored document differs from its events") }
                #expect(told.count == harmed.count)
                for (document, kind) in harmed {
                    let table = ClinicFeatures.projections[document.model].table.name.description
                    let key =
                        switch document.key {
                        case .id(let id): id.text
                        case .text(let text): text
                        }
                    let parts = [document.clinic.text, table, key, "\"kind\": \(kind)", "chairside rebuild \(table)"]
                    #expect(told.contains { line in parts.allSatisfy { line.contains($0) } }, "\(parts)")
                }
                _ = try await Installation.demo().rebuild()
                for (document, _) in harmed { try await audit.look(document) }
                #expect(audit.findings.reading.differing == 0)
                for line in log.lines { #expect(!line.contains(DocumentDamage.mark), "\(line)") }
            }
        }

        @Test func `the projection audit's findings are in log, metrics and readiness until a rebuild repairs them`()
            async throws
        {
            let log = KeptLog()
            try await Practice.open(logger: log.logger, metricsPort: 0, projectionAuditRate: 1_000) { practice in
                func audit() async throws -> String? {
                    let answer = try await practice.nobody.get("/readyz")
                    #expect(answer.status == 200)
                    return answer["components"]?.elements?.first { $0["name"]?.string == "projection_audit" }?[
                        "status"]?.string
                }
                #expect(try await audit() == "ok")
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("UPDATE patient SET sort_name = \(DocumentDamage.mark)")
                }
                await log.line(with: "a stored document differs from its events")
                #expect(try await audit() == "degraded")
                let page = try await practice.metrics()
                let labels = ["table": "patient"]
                #expect(page.value("chairside_projection_audit_documents_total") ?? 0 > 0)
                #expect(page.value("chairside_projection_audit_differences_total", labels) ?? 0 > 0)
                #expect(page.value("chairside_projection_audit_differences", labels) ?? 0 > 0)

                _ = try await Installation.demo().rebuild(["patient"])
                try await until { try await audit() != "degraded" }
                let after = try await practice.metrics()
                #expect(after.value("chairside_projection_audit_differences") == 0)
                #expect(after.value("chairside_projection_audit_differences_total", ["table": "appointment"]) == 0)
                #expect(after.value("chairside_projection_audit_failures_total") == 0)
            }
            let told = log.lines.filter { $0.contains("a stored document differs from its events") }
            #expect(!told.isEmpty && Set(told).count == told.count)
            #expect(log.lines.contains { $0.contains("a stored document equals its events again") })
            for line in log.lines { #expect(!line.contains(DocumentDamage.mark), "\(line)") }
        }
    }
}

/// A kind of change to a stored document that no event explains.
enum DocumentDamage: CaseIterable, Sendable {
    case document, column, key

    /// A text that is put into damaged documents and must not appear in a log.
    static let mark = "Quändt"

    /// Damages the document `victim` by this kind of change.
    ///
    /// - Returns: the damaged documents, each with the kind of difference that an audit must report.
    func happens(
        to victim: AuditedDocument, _ projection: AnyProjection<ClinicEvent>
    ) async throws -> [(AuditedDocument, kind: String)] {
        let (name, key) = (Identifier(projection.table.name.text), Identifier(projection.table.keyColumn.text))
        let place: Statement = "clinic_id = \(victim.clinic) AND \(key) = \(victim.key.bind)"
        var change: Statement = "UPDATE \(name) SET document = '{\"name\":\"Quändt\"}' WHERE \(place)"
        var harmed = [(victim, kind: "document")]
        switch self {
        case .document: break
        case .column:
            guard let column = projection.columns.last else { return [] }
            change = "UPDATE \(name) SET \(Identifier(column.name.text)) = \(Self.another(column)) WHERE \(place)"
            harmed = [(victim, "column")]
        case .key where victim.key == ClinicProfiles.key:
            // The key of a clinic's profile is the same in every clinic, so the profile is deleted instead of getting
            // another key.
            change = "DELETE FROM \(name) WHERE \(place)"
            harmed = [(victim, "missing")]
        case .key:
            let other: DocumentKey =
                if case .id = victim.key { .id(UUIDBytes(high: 1, low: 2)) } else { .text("9999-12-31") }
            change = "UPDATE \(name) SET \(key) = \(other.bind) WHERE \(place)"
            let stray = AuditedDocument(other, model: victim.model, in: victim.clinic)
            harmed = [(victim, "missing"), (stray, "superfluous")]
        }
        let done = change
        try await TestDatabase.current.withConnection { connection in
            // Damage the document with triggers disabled.
            _ = try await connection.perform(["SET session_replication_role = replica", done])
        }
        return harmed
    }

    private static func another(_ column: (name: StaticName, type: ColumnType)) -> Statement {
        let name = Identifier(column.name.text)
        return switch column.type {
        case .uuid: "gen_random_uuid()"
        case .text: "coalesce(\(name), '') || \(mark)"
        case .bigint: "coalesce(\(name), 0) + 1"
        case .boolean: "NOT coalesce(\(name), false)"
        case .date: "coalesce(\(name), current_date) + 1"
        case .timestamptz: "coalesce(\(name), now()) + interval '1 second'"
        case .json: "\(Bind.json(Array("\"\(mark)\"".utf8)))"
        }
    }
}

extension DocumentKey {
    fileprivate var bind: Bind {
        switch self {
        case .id(let id): .uuid(id)
        case .text(let text): .text(text)
        }
    }
}
