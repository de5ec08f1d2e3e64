import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Theatre

/// A projection audit that a test runs step by step, on an event loop of its own.
struct ProjectionAuditDesk: Sendable {
    let loop: EventLoop
    let replay: LoopBound<ProjectionAudit<TheatreEvent>>
    let findings: ProjectionAuditFindings
    private let database: TestDatabase
    private let projections: [AnyProjection<TheatreEvent>]

    static func run(
        _ database: TestDatabase, _ projections: [AnyProjection<TheatreEvent>] = .theatre,
        limits: ProjectionAuditLimits = ProjectionAuditLimits(), _ body: (ProjectionAuditDesk) async throws -> Void
    ) async throws {
        let findings = ProjectionAuditFindings(projections)
        let shared = SharedLog<TheatreEvent>(keys: try .theatre())
        try await withLoop { loop in
            let configuration = database.configuration { $0.role = "chairside_server" }
            let replay = try await loop.run {
                let audit = ProjectionAudit(
                    projections, on: loop, configuration, sharing: shared, findings: findings, limits: limits)
                return LoopBound(audit, on: loop)
            }
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await body(
                        ProjectionAuditDesk(
                            loop: loop, replay: replay, findings: findings, database: database,
                            projections: projections)))
            } catch { result = .failure(error) }
            try await replay.run { await $0.stop() }
            try result.get()
        }
    }

    /// Runs the next `times` steps of the projection audit, as a server does.
    func step(_ times: Int = 1) async throws {
        for _ in 0..<times { try await replay.run { await $0.step() } }
    }

    /// Compares a document with a fold of its events, if their number is within the projection audit's limit.
    ///
    /// - Returns: whether the document was compared; otherwise `goOn` must fold the clinic's whole feed for it.
    func compare(_ key: String, in model: Int = 0, of clinic: UUIDBytes = .theatre) async throws -> Bool {
        let document = AuditedDocument(.text(key), model: model, in: clinic)
        return try await replay.run { try await $0.compare(document) }
    }

    /// Folds the next page of the clinic's feed for a document that `compare` has not compared, and compares the
    /// document after the last page.
    ///
    /// - Returns: whether there are more pages to fold.
    func goOn() async throws -> Bool { try await replay.run { try await $0.goOn() } }

    /// Compares a document with a fold of its events; folds the clinic's whole feed for it if its events exceed the
    /// projection audit's limit.
    func look(_ key: String, in model: Int = 0, of clinic: UUIDBytes = .theatre) async throws {
        if try await !compare(key, in: model, of: clinic) { while try await goOn() {} }
    }

    /// Compares every document with a fold of its events.
    func lookAtAll() async throws {
        for (model, projection) in projections.enumerated() {
            for (clinic, key) in try await database.keys(of: projection.table) {
                try await look(key, in: model, of: clinic)
            }
        }
    }

    /// The numbers of documents that differ from their events, one number for each table.
    var differing: [Int] { findings.reading.tables.map(\.differing) }
}

extension TestDatabase {
    func keys(of table: DocumentTable) async throws -> [(UUIDBytes, String)] {
        try await withConnection { connection in
            let (key, name) = (Identifier(table.keyColumn.text), Identifier(table.name.text))
            return try await connection.perform("SELECT clinic_id, \(key)::text FROM \(name)", effect: .reads)
                .map { (try $0.uuid(0), try $0.text(1)) }
        }
    }
}
