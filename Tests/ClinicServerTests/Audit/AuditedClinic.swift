import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import Projections
import SQL
import TestSupport

/// A projection audit of the clinics in the test's database. The audit compares documents only when the test calls
/// `step` or `look`.
struct AuditedClinic: Sendable {
    let replay: LoopBound<ProjectionAudit<ClinicEvent>>
    let findings: ProjectionAuditFindings

    static func run(
        logger: Logger = .silent,
        _ body: @escaping @Sendable (AuditedClinic) async throws -> Void
    ) async throws {
        let configuration = try TestDatabase.current.configuration { $0.role = "chairside_server" }
        let folder = KeyFolder(path: try DemoKeys.folder())
        let shared = SharedLog<ClinicEvent>(keys: PersonalKeys(try MasterKeys { try folder.masterKeys() }))
        let findings = ProjectionAuditFindings(ClinicFeatures.projections)
        try await EventLoop.with { loop in
            let replay = ProjectionAudit(
                ClinicFeatures.projections, on: loop, configuration, sharing: shared, findings: findings,
                logger: logger)
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await body(AuditedClinic(replay: LoopBound(replay, on: loop), findings: findings)))
            } catch { result = .failure(error) }
            await replay.stop()
            try result.get()
        }
    }

    func step() async throws { try await replay.run { await $0.step() } }

    /// Compares a document with a fold of its events, reading as many pages of the feed as necessary.
    func look(_ document: AuditedDocument) async throws {
        try await replay.run { replay in
            if try await !replay.compare(document) { while try await replay.goOn() {} }
        }
    }

    /// The numbers of documents that differ from their events, by table. Tables without differences are omitted.
    var differing: [String: Int] {
        Dictionary(uniqueKeysWithValues: findings.reading.tables.map { ($0.name, $0.differing) }).filter { $1 > 0 }
    }

    /// The keys of all documents in all read models of the database.
    static func documents() async throws -> [AuditedDocument] {
        try await TestDatabase.current.withConnection { connection in
            var documents: [AuditedDocument] = []
            for (model, projection) in ClinicFeatures.projections.enumerated() {
                let (table, key) = (projection.table, Identifier(projection.table.keyColumn.text))
                let rows = try await connection.perform(
                    "SELECT clinic_id, \(key) FROM \(Identifier(table.name.text)) ORDER BY 1, 2", effect: .reads)
                for row in rows {
                    let key: DocumentKey = table.keyType == .uuid ? .id(try row.uuid(1)) : .text(try row.text(1))
                    documents.append(AuditedDocument(key, model: model, in: try row.uuid(0)))
                }
            }
            return documents
        }
    }
}

/// Creates the entities that the demo lacks: holds, guardians, restricted records, emergency accesses, check-ins,
/// erased people and expired records.
enum EverythingElse {
    static func happens() async throws {
        let installation = try Installation.demo()
        try await Practice.open { practice in
            let spree = try await FurnishedClinic(practice, "spree")
            let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
            let (patients, clinic) = (spree.things.compactMap { $0[.patient] }, try await reception.get("clinic"))
            _ = try await reception.send("PUT", "patients/\(patients[0])/guardians/\(patients[1])")
            _ = try await practice.signIn("patient1").post("check-ins", "{}", key: newKey()).text("id")
            let services = spree.things.compactMap { $0[.service] }
            for (patient, service) in zip(patients, services) {
                let reminded = try await reception.post(
                    "recalls/\(patient)/\(service)/reminders", #"{"channel":"phone"}"#)
                guard reminded.status == 200 else { throw Missing(what: "a reminder") }
            }
            for patient in patients {
                _ = try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#)
                let opened = try await reception.post(
                    "patients/\(patient)/emergency-access", #"{"reason":"Unconscious"}"#)
                guard opened.status == 201 else { throw Missing(what: "an emergency") }
            }
            let gone = try await reception.post(
                "patients", #"{"given_name":"Zora","family_name":"Quellwasser","birth_date":"1979-05-06"}"#
            ).text("id")
            guard
                try await installation.erase(.patient(gone), of: clinic.text("id"), reason: "requested")
            else { throw Missing(what: "an erasure") }
            // Make the keys of one patient newer, so that this patient's records do not expire.
            let kept = UUIDBytes(patients[0])
            try await TestDatabase.current.withConnection { connection in
                _ = try await connection.perform(
                    "UPDATE person_key SET created_at = now() + interval '30 years' WHERE person_id = \(kept)")
            }
            let later = try await practice.now().adding(days: 366 * 20)
            guard try await installation.expire(at: later) > 0 else {
                throw Missing(what: "records that are over")
            }
        }
    }
}
