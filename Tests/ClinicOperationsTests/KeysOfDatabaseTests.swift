import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import Foundation
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that the server and the operator's commands notice if the folder of keys belongs to another database.
@Suite(.database(.demo)) struct KeysOfDatabaseTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = "/tmp/chairside-keys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test func `no keys are created for a database whose person keys need a master key that the folder lacks`()
        async throws
    {
        let database = try TestDatabase.current.conninfo
        try await withFolder { folder in
            let error = await #expect(throws: (any Error).self) {
                try await KeyAdministration(folder).prepare(for: database, kid: "test")
            }
            let text = "\(error as Any)"
            #expect(text.contains(folder))
            #expect(text.contains("master key"))
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test(.database) func `a new database gets a pepper, a master key, a signing key and a chain key`() async throws {
        let database = try TestDatabase.current.conninfo
        try await withFolder { folder in
            try await KeyAdministration(folder).prepare(for: database, kid: "test")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(files == ["chain-test.pem", "master-test.key", "pepper", "signing-test.pem"])
        }
    }

    @Test func `no keys are created for a database that cannot be asked whether keys are already in use`() async throws
    {
        try await withFolder { folder in
            await #expect(throws: (any Error).self) {
                try await KeyAdministration(folder).prepare(for: "host=/nowhere dbname=none", kid: "test")
            }
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test func `a server whose master key cannot unwrap person keys is not ready, and its error names the folder`()
        async throws
    {
        try await withFolder { folder in
            // Create a new master key with the same name as the lost one. It cannot unwrap the stored person keys.
            try KeyAdministration(folder).initialize(kid: "test")
            var configuration = ServerConfiguration(database: try TestDatabase.current.conninfo, keys: folder)
            configuration.port = 0
            let logger = Logger.silent
            let server = try await Server.start(configuration, logger: logger)
            let error = await #expect(throws: (any Error).self) { try await server.untilReady() }
            #expect("\(error as Any)".contains(folder))
            await server.stop()
        }
    }

    @Test func `chairside verify with the key folder of another database fails with an error that names the folder`()
        async throws
    {
        let database = try TestDatabase.current.conninfo
        try await withFolder { folder in
            try KeyAdministration(folder).initialize(kid: "test")
            let error = await #expect(throws: (any Error).self) {
                _ = try await Installation(database: database, keys: folder, logger: .silent).verify()
            }
            #expect("\(error as Any)".contains(folder))
        }
    }

    /// Changes one byte of one person key. Returns the id of the key's person.
    private func damageOneKey() async throws -> String {
        try await TestDatabase.current.withConnection { connection in
            let rows = try await connection.perform(
                """
                UPDATE person_key SET wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20))
                WHERE (clinic_id, person_id, retention) = (
                    SELECT k.clinic_id, k.person_id, k.retention FROM person_key AS k
                    JOIN patient AS p ON (p.clinic_id, p.patient_id) = (k.clinic_id, k.person_id)
                    WHERE k.retention = 1 ORDER BY k.clinic_id, k.person_id LIMIT 1)
                RETURNING person_id::text
                """)
            return try rows[0].text(0)
        }
    }

    @Test
    func `if a person key of one clinic is damaged, chairside verify names the key and still checks another clinic`()
        async throws
    {
        let person = try await damageOneKey()
        // Damage the row of an appointment of another clinic. The verification must report this damage, too.
        let other = try await TestDatabase.current.withConnection { connection in
            let rows = try await connection.perform(
                """
                UPDATE appointment SET status = 'lost'
                WHERE (clinic_id, appointment_id) = (
                    SELECT clinic_id, appointment_id FROM appointment
                    WHERE clinic_id <> (SELECT clinic_id FROM patient WHERE patient_id = \(person)::uuid)
                    LIMIT 1)
                RETURNING appointment_id::text
                """)
            return try rows[0].text(0)
        }
        let report = try await Installation.demo().verify()
        #expect(report.differences.filter { $0.contains("key 1 of person \(person)") }.count == 1)
        #expect(report.differences.contains { $0.contains("cannot be read") && $0.contains("key_not_unwrapped") })
        #expect(report.differences.contains { $0.contains(other) })
    }

    @Test func `wrapping person keys with a new master key skips a damaged key, and the report names the damaged key`()
        async throws
    {
        let database = try TestDatabase.current
        let person = try await damageOneKey()
        try await withFolder { folder in
            try FileManager.default.copyItem(atPath: DemoKeys.folder(), toPath: folder)
            let report = try await Installation(database: database.conninfo, keys: folder, logger: .silent)
                .rotateMasterKey(day: "tomorrow", removesUnused: true)
            #expect(report.rewrapped > 10)
            #expect(report.damaged.count == 1 && report.damaged[0].contains(person))
            #expect(report.unused == [], "the old master key is still named by the damaged one")
        }
    }

    @Test func `adding a master key to the key folder of another database is refused`() async throws {
        let database = try TestDatabase.current.conninfo
        try await withFolder { folder in
            try KeyAdministration(folder).initialize(kid: "test")
            let before = try FileManager.default.contentsOfDirectory(atPath: folder).count
            await #expect(throws: (any Error).self) {
                _ = try await Installation(database: database, keys: folder, logger: .silent).rotateMasterKey(
                    day: "tomorrow", removesUnused: true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == before)
        }
    }

    @Test func `a damaged person key of one patient does not prevent registering another patient`() async throws {
        _ = try await damageOneKey()
        try await Practice.open { practice in
            let desk = try await practice.signIn("reception")
            #expect(try await desk.get("patients").status == 200)
            let new = try await desk.post(
                "patients",
                #"{"given_name":"Ada","family_name":"Neu","birth_date":"1980-01-02","phone":"+49 30 1234567"}"#)
            #expect(new.status == 201, "\(new)")
        }
    }
}
