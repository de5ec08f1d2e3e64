import Clinic
import ClinicServer
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import Migrations
import PostgresClient
import SQL
import ZoneFiles

/// The privacy requests that the law grants to patients, handled by an operator without a login.
extension Maintenance {
    /// A refusal with its reason, for an operator.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    /// The accepted reasons for erasing a person.
    package static let erasureReasons = ErasureReason.allCases.map(\.rawValue)

    /// The person to erase.
    package enum Person: Sendable {
        case patient(String)
        case staff(String)
    }

    /// Erases a patient's identity, or the contact details of a former member of staff. Servers notice at once.
    ///
    /// - Returns: whether they were not erased before.
    /// - Parameter clinic: the clinic's id or name.
    /// - Throws: `Refused`, or another failure.
    package static func erase(
        _ database: String, keys: String, clinic: String, person: Person, reason: String, logger: Logger
    ) async throws -> Bool {
        guard let reason = ErasureReason(rawValue: reason) else { throw Refused(description: "no such reason") }
        return try await withServices(database, keys: keys, logger) { services in
            let clinic = try await ClinicDirectory(readFrom: services.reads).find(clinic).id
            switch person {
            case .patient(let patient):
                return try await services.run(ErasePatient(ID(try id(patient)), reason: reason), in: clinic, at: .now)
            case .staff(let member):
                return try await services.run(EraseStaff(ID(try id(member)), reason: reason), in: clinic, at: .now)
            }
        }
    }

    /// Erases clinical and financial texts whose retention period is over; also accesses to patient data, reports of
    /// devices, and the devices of former sessions.
    ///
    /// - Returns: the number of patients' records of either kind that were erased.
    package static func expire(_ database: String, keys: String, logger: Logger) async throws -> Int {
        try await expire(database, keys: keys, at: .now, logger: logger)
    }

    package static func expire(
        _ database: String, keys: String, at now: Instant, logger: Logger
    ) async throws -> Int {
        try await withServices(database, keys: keys, logger) { services in
            var count = 0
            for row in try await services.reads.perform(.oldRecords(at: now), effect: .reads) {
                let records: PatientRecordsErased.Records = try row.int64(2) == 2 ? .clinical : .financial
                let erase = EraseRecords(ID(try row.uuid(1)), records)
                // Records that must be kept longer are checked again another time.
                let isErased = try? await services.run(erase, in: row.uuid(0), at: now)
                if isErased == true { count += 1 }
            }
            _ = try await services.reads.perform(Statement.deleteOldAudit(at: now))
            try await services.identity.forgetSessions(at: now)
            return count
        }
    }

    /// Exports all data about a patient, as JSON or as a readable page.
    ///
    /// - Throws: `Refused` if the clinic has no such patient.
    package static func export(
        _ database: String, keys: String, clinic: String, patient: String, asPage: Bool, logger: Logger
    ) async throws -> [UInt8] {
        let patient = try id(patient)
        return try await withServices(database, keys: keys, logger) { services in
            let clinic = try await ClinicDirectory(readFrom: services.reads).find(clinic).id
            let export = PersonExport(clinic: clinic, patient: ID(patient))
            guard let json = try await export.json(services, at: .now) else {
                throw Refused(description: "the clinic has no such patient")
            }
            let detail = Array(#"{"patient_id":"\#(patient.text)"}"#.utf8)
            _ = try await services.reads.perform(
                Statement.noteSecurityEvent("patient-exported", clinic: clinic, account: nil, detail: detail, at: .now))
            return asPage ? try ReadablePage.export(json) : json
        }
    }

    static func id(_ text: String) throws -> UUIDBytes {
        guard let id = UUIDBytes(text) else { throw Refused(description: "\(text) is no id") }
        return id
    }

    /// Opens all services without listening, for an operator's work that reads, decides and appends.
    static func withServices<T: Sendable>(
        _ database: String, keys: String, zones: ZoneFolder = ZoneFolder(), _ logger: Logger,
        _ work: @escaping @Sendable (LoopServices) async throws -> T
    ) async throws -> T {
        let folder = KeyFolder(path: keys)
        let (pepper, signing) = try await folder.load()
        let shared = SharedServices(
            identity: try IdentityShared(pepper: pepper, keys: signing, hashingThreads: 1),
            keys: try PersonalKeys(folder), zones: try zones.load(),
            chain: try ChainKeys(folder), logger: logger)
        return try await onOwnLoop { loop in
            try await Migrator().check(PostgresConfiguration(conninfo: database), on: loop)
            return try await loop.run {
                let services = LoopServices(
                    on: loop, ServerConfiguration(database: database, keys: keys), sharing: shared)
                let result: Result<T, any Error>
                do { result = .success(try await work(services)) } catch { result = .failure(error) }
                await services.close()
                return try result.get()
            }
        }
    }
}

extension LoopServices {
    /// Runs an operator's decision.
    ///
    /// - Returns: whether any event was appended.
    /// - Throws: `Maintenance.Refused` with the rejection's words, or another failure.
    func run<D: Decision>(_ decision: D, in clinic: UUIDBytes, at now: Instant) async throws -> Bool
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        do throws(LogFailure<D.Rejection>) {
            return try await log.handle(decision, in: clinic, as: CommandEnvelope(actor: .system, now: now)).status
                == .new
        } catch {
            guard case .rejected(let rejection) = error else { throw error }
            throw Maintenance.Refused(description: rejection.problem.kind.title)
        }
    }
}

extension Statement {
    /// A statement for the patients whose clinical and financial keys are old enough that the retention of their texts
    /// may be over.
    fileprivate static func oldRecords(at now: Instant) -> Statement {
        """
        SELECT clinic_id, person_id, retention::bigint FROM person_key
        WHERE retention <> 1 AND destroyed_at IS NULL AND created_at < \(now.adding(days: -EraseRecords.daysKept))
        ORDER BY clinic_id, person_id, retention
        """
    }

    /// Deletes records whose retention period is over, by PostgreSQL's clock: accesses to patient data, events of
    /// logins, and reports of devices.
    fileprivate static func deleteOldAudit(at now: Instant) -> [Statement] {
        [
            "DELETE FROM patient_access WHERE accessed_at <= least(now(), \(now)) - interval '6 years'",
            "DELETE FROM security_event WHERE at <= least(now(), \(now)) - interval '6 years'",
            "DELETE FROM device_report WHERE reported_at <= least(now(), \(now)) - interval '90 days'",
        ]
    }
}
