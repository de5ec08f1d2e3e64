import Clinic
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.demo)) struct `The access log` {
    private let now = Instant(secondsSince1970: 1_795_000_000)
    private let doctor = Principal(
        authenticatedIn: UUIDBytes(high: 1, low: 1), account: UUIDBytes(high: 2, low: 2),
        session: UUIDBytes(high: 3, low: 3), role: .doctor, subject: UUIDBytes(high: 4, low: 4))

    private func withLog(
        _ conninfo: String, _ body: @escaping @Sendable (AccessLog) async throws -> Void
    ) async throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await EventLoop.with { loop in
            let pool = PostgresPool(
                PostgresConfiguration(conninfo: conninfo, role: "chairside_server"), connections: 1, on: loop)
            let log = AccessLog(on: loop, pool, silent)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(log)) } catch { outcome = .failure(error) }
            await log.close()
            await pool.close()
            try outcome.get()
        }
    }

    private func patient(_ number: Int) -> ID<Patient> { ID(UUIDBytes(high: 5, low: UInt64(number))) }

    private func rows() async throws -> [Int64] {
        try await TestDatabase.current.withConnection { connection in
            try await connection.perform("SELECT cardinality(patients)::bigint FROM patient_access ORDER BY 1")
                .map { try $0.int64(0) }
        }
    }

    @Test func `access records that could not be written are kept and later written exactly once`() async throws {
        let database = try TestDatabase.current
        try await withLog(database.conninfo) { log in
            try await database.withConnection {
                _ = try await $0.perform("REVOKE INSERT ON patient_access FROM chairside_server")
            }
            #expect(log.note(.only(patient(1)), to: doctor, by: "getPatient", at: now))
            await log.write()
            #expect(try await rows() == [])
            try await database.withConnection {
                _ = try await $0.perform("GRANT INSERT ON patient_access TO chairside_server")
            }
            #expect(log.note(.only(patient(2)), to: doctor, by: "getPatient", at: now))
            await log.write()
            await log.write()
            #expect(try await rows() == [1, 1])
        }
    }

    @Test func `an access log writes its remaining access records when it is closed`() async throws {
        try await withLog(try TestDatabase.current.conninfo) { log in
            #expect(log.note(log.shown([patient(1).uuid, patient(2).uuid]), to: doctor, by: "listPatients", at: now))
        }
        #expect(try await rows() == [2])
    }

    @Test
    func `a repeated access is recorded again after ten minutes, and at once if the operation or the reader differs`()
        async throws
    {
        let other = Principal(
            authenticatedIn: doctor.clinic, account: UUIDBytes(high: 2, low: 3), session: doctor.session,
            role: .doctor, subject: doctor.subject)
        try await withLog(try TestDatabase.current.conninfo) { log in
            let list = log.shown([patient(1).uuid, patient(2).uuid])
            for _ in 1...3 {
                #expect(log.note(list, to: doctor, by: "listPatients", at: now))
                #expect(log.note(list, to: other, by: "listPatients", at: now))
                #expect(log.note(.only(patient(1)), to: doctor, by: "getPatient", at: now))
            }
            // A list that has one more patient than a recorded list is recorded as a separate access.
            let longer = log.shown([patient(1).uuid, patient(2).uuid, patient(3).uuid])
            #expect(log.note(longer, to: doctor, by: "listPatients", at: now))
            let later = Instant(secondsSince1970: now.secondsSince1970 + 600)
            #expect(log.note(.only(patient(1)), to: doctor, by: "getPatient", at: later))
        }
        #expect(try await rows() == [1, 1, 1, 2, 2])
    }

    @Test func `a server refuses patient data when too many access records wait to be written`() async throws {
        try await withLog("host=/nowhere") { log in
            let many = (1...100_000).map { patient($0).uuid }
            for operation in ["a", "b", "c", "d", "e"] {
                #expect(log.note(log.shown(many), to: doctor, by: operation, at: now))
            }
            let more = log.shown([patient(1).uuid])
            for _ in 1...2 { #expect(!log.note(more, to: doctor, by: "f", at: now)) }
            // The access log is full, but an access that is already recorded needs no new record.
            #expect(log.note(.only(patient(1)), to: doctor, by: "e", at: now))
        }
    }
}
