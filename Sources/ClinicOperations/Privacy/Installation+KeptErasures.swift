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

/// Repeats erasures that a restored backup has undone, from a list of erasures outside of the database.
extension Installation {
    package struct RepetitionReport: Sendable {
        package let repeated: Int
        /// The number of listed erasures that the restored database already contains.
        package let knownBefore: Int
        /// The number of listed erasures of people who are not in the restored database, since they were registered
        /// after the time of the backup.
        package let unknown: Int
        /// A line for each listed erasure that was rejected or failed, which an operator must handle.
        package let refused: [String]
    }

    /// Repeats the erasures of an outside folder's list in a database that was restored from an older backup.
    package func repeatErasures(from folder: String) async throws -> RepetitionReport {
        let list = try ErasureList(folder: folder).read()
        return try await withServices { services in
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
                        "\(erasure.subject.rawValue) \(erasure.person) of clinic \(erasure.clinic): \(Self.why(error))")
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
    /// Repeats one listed erasure in the restored database.
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
        case .checkIns:
            outcome = try await log.handle(EraseCheckIns(of: ID(erasure.person)), in: erasure.clinic, as: envelope)
        }
        return outcome.status == .new
    }
}
