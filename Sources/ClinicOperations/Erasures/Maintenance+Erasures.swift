import Clinic
import ClinicServer
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import Foundation
import Identifiers
import Logging
import PostgresClient
import SQL

/// Erasures that survive a restore: they are kept in a list outside of the database, and repeated from it.
extension Maintenance {
    /// Writes the missing erasures to the list in a folder. A server with `--chain-heads` does this all the time.
    ///
    /// - Returns: the number of added ones.
    package static func keepErasures(_ database: String, in folder: String) async throws -> Int {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try await onOwnLoop { loop in
            try await loop.run {
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(conninfo: database), on: loop)
                defer { connection.close() }
                let rows = try await connection.perform(.erasures(since: nil), effect: .reads)
                var known = ErasureList.Known()
                return try await ErasureList(folder: folder).keep(
                    rows.map { try KeptErasure($0) }, askedAt: .now, known: &known)
            }
        }
    }

    package struct RepetitionReport: Sendable {
        package let repeated: Int
        /// The number of erasures that the database has already.
        package let knownBefore: Int
        /// The number of erasures of people who are not in the database, because they came after the restored time.
        package let unknown: Int
        /// A line for each rejected erasure, which needs an operator's attention.
        package let refused: [String]
    }

    /// Repeats the erasures of a folder's list in a database that was restored to an earlier time.
    package static func repeatErasures(
        _ database: String, keys: String, from folder: String, logger: Logger
    ) async throws -> RepetitionReport {
        let list = try ErasureList(folder: folder).read()
        return try await withServices(database, keys: keys, logger) { services in
            var (repeated, before, unknown) = (0, 0, 0)
            var refused: [String] = []
            for erasure in list {
                do {
                    if try await services.again(erasure) { repeated += 1 } else { before += 1 }
                } catch LogFailure<ErasePatient.Rejection>.rejected(.noSuchPatient) {
                    unknown += 1
                } catch LogFailure<EraseRecords.Rejection>.rejected(.noSuchPatient) {
                    unknown += 1
                } catch LogFailure<EraseStaff.Rejection>.rejected(.noSuchMember) {
                    unknown += 1
                } catch {
                    refused.append(
                        "\(erasure.subject.rawValue) \(erasure.person) of clinic \(erasure.clinic): \(why(error))")
                }
            }
            return RepetitionReport(repeated: repeated, knownBefore: before, unknown: unknown, refused: refused)
        }
    }

    private static func why(_ error: any Error) -> String {
        switch error {
        case LogFailure<ErasePatient.Rejection>.rejected(let rejection): rejection.problem.kind.title
        case LogFailure<EraseRecords.Rejection>.rejected(let rejection): rejection.problem.kind.title
        case LogFailure<EraseStaff.Rejection>.rejected(let rejection): rejection.problem.kind.title
        default: "\(error)"
        }
    }
}

extension LoopServices {
    /// Repeats an erasure.
    ///
    /// - Returns: whether any event was appended.
    fileprivate func again(_ erasure: KeptErasure) async throws -> Bool {
        let envelope = CommandEnvelope(actor: .system, now: .now)
        let outcome: Outcome
        switch erasure.subject {
        case .patient:
            let decision = ErasePatient(
                ID(erasure.person), reason: erasure.reason ?? .requested, isRepeated: true)
            outcome = try await log.handle(decision, in: erasure.clinic, as: envelope)
        case .staff:
            let decision = EraseStaff(ID(erasure.person), reason: erasure.reason ?? .requested)
            outcome = try await log.handle(decision, in: erasure.clinic, as: envelope)
        case .clinical:
            outcome = try await log.handle(
                EraseRecords(ID(erasure.person), .clinical), in: erasure.clinic, as: envelope)
        case .financial:
            outcome = try await log.handle(
                EraseRecords(ID(erasure.person), .financial), in: erasure.clinic, as: envelope)
        }
        return outcome.status == .new
    }
}
