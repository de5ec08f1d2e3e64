import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Foundation
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests the list of erasures that is kept outside of the database, and its use after a restore.
@Suite(.database(.demo)) struct KeptErasureTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = "/tmp/chairside-erasures-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func texts(_ database: TestDatabase, _ statement: Statement) async throws -> [String] {
        try await database.withConnection { connection in
            try await connection.perform(statement, effect: .reads).map { try $0.text(0) }
        }
    }

    /// Erases the first patient whose erasure is allowed. Returns the ids of the clinic and the patient.
    private func eraseSomebody(in database: TestDatabase) async throws -> (clinic: String, patient: String) {
        let all = try await texts(database, "SELECT concat(clinic_id, ' ', patient_id) FROM patient ORDER BY 1")
        for line in all {
            let ids = line.split(separator: " ").map(String.init)
            let isErased = try? await Installation.demo(database.conninfo).erase(
                .patient(ids[1]), of: ids[0], reason: "requested")
            if isErased == true { return (ids[0], ids[1]) }
        }
        throw Missing(what: "a patient who can be erased")
    }

    private func list(_ folder: String) throws -> String {
        try String(contentsOfFile: "\(folder)/erasures.jsonl", encoding: .utf8)
    }

    @Test func `an erasure is repeated for the same person after an older database is restored`() async throws {
        let database = try TestDatabase.current
        try await withFolder { folder in
            #expect(try await Maintenance.keepErasures(of: database.conninfo, in: folder) == 0)
            let erased = try await eraseSomebody(in: database)
            #expect(try await Maintenance.keepErasures(of: database.conninfo, in: folder) == 1)
            #expect(try await Maintenance.keepErasures(of: database.conninfo, in: folder) == 0, "it is there already")
            #expect(try list(folder).contains(erased.patient))

            let restored = try await TestServer.shared.makeDatabase(.demo)
            func repeated() async throws -> Installation.RepetitionReport {
                try await Installation.demo(restored.conninfo).repeatErasures(from: folder)
            }
            let first = try await repeated()
            #expect(first.repeated == 1 && first.refused.isEmpty && first.unknown == 0)
            let second = try await repeated()
            #expect(second.repeated == 0 && second.knownBefore == 1)
            let keys = try await texts(
                restored,
                "SELECT coalesce(destroyed_at::text, 'there') FROM person_key WHERE person_id = \(erased.patient)::uuid AND retention = 1"
            )
            #expect(keys != ["there"] && keys.count == 1)
            let verification = try await Installation.demo(restored.conninfo).verify()
            #expect(verification.differences == [])
            try await restored.drop()
        }
    }

    @Test func `the repetition of erasures skips and counts persons unknown to the restored database`() async throws {
        let database = try TestDatabase.current
        try await withFolder { folder in
            let erased = try await eraseSomebody(in: database)
            _ = try await Maintenance.keepErasures(of: database.conninfo, in: folder)
            let line = try list(folder)
            let stranger = line.replacingOccurrences(of: erased.patient, with: UUID().uuidString.lowercased())
            try Data((stranger + line).utf8).write(to: URL(filePath: "\(folder)/erasures.jsonl"))
            let report = try await Installation.demo(database.conninfo).repeatErasures(from: folder)
            #expect(report.unknown == 1 && report.knownBefore == 1 && report.refused.isEmpty)
        }
    }

    @Test func `an unreadable line of the erasure list stops the repetition of erasures, and the error names the line`()
        async throws
    {
        let database = try TestDatabase.current
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("{\"clinic\n".utf8).write(to: URL(filePath: "\(folder)/erasures.jsonl"))
            let error = await #expect(throws: (any Error).self) {
                _ = try await Installation.demo(database.conninfo).repeatErasures(from: folder)
            }
            #expect("\(error as Any)".contains("line 1"))
        }
    }

    @Test func `a server keeps the erasure list in the folder for chain heads if such a folder is configured`()
        async throws
    {
        let database = try TestDatabase.current
        try await withFolder { folder in
            let erased = try await eraseSomebody(in: database)
            var configuration = ServerConfiguration(database: database.conninfo, keys: try DemoKeys.folder())
            configuration.port = 0
            configuration.loops = 1
            configuration.chainHeads = folder
            let server = try await Server.start(configuration, logger: .silent)
            do { try await server.untilReady() } catch {
                await server.stop()
                throw error
            }
            // A server writes all erasures to the list before it stops, so stop it before the list is checked.
            await server.stop()
            #expect(try list(folder).contains(erased.patient))
            #expect(try list(folder).split(separator: "\n").count == 1)
        }
    }
}
