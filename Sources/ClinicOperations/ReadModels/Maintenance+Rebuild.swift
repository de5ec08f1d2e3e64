import Clinic
import ClinicServer
import Crypto
import EventLoop
import EventSourcing
import EventStore
import Foundation
import Identity
import PostgresClient
import Projections

extension Maintenance {
    /// The names of the read models that can be rebuilt: their tables' names.
    package static var readModels: [String] { ClinicFeatures.projections.map { $0.table.name.description } }

    package struct RebuildReport: Sendable {
        package let clinics: Int
        package let clinicsDoneBefore: Int
        package let events: Int64
        package let documents: Int
        /// The number of wrong documents.
        package let changed: Int
        /// A line for each clinic that the rebuild did not change.
        package let failures: [String]
    }

    /// Rebuilds read models.
    ///
    /// - Parameters:
    ///   - names: from `readModels`; empty for all.
    ///   - anew: whether to start over instead of continuing an interrupted rebuild.
    ///   - progress: the number of events done, and of all events.
    package static func rebuild(
        _ database: String, _ names: [String] = [], anew: Bool = false, keys: String,
        progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> RebuildReport {
        let projections = ClinicFeatures.projections.filter {
            names.isEmpty || names.contains($0.table.name.description)
        }
        return try await onOwnLoop { loop in
            let report = try await Rebuild(
                projections, by: program, anew: anew, keys: try PersonalKeys(KeyFolder(path: keys))
            ) {
                progress($0.eventsDone, $0.eventsInAll)
            }.run(PostgresConfiguration(conninfo: database), on: loop)
            return RebuildReport(
                clinics: report.clinics, clinicsDoneBefore: report.clinicsDoneBefore, events: report.events,
                documents: report.documents, changed: report.changed, failures: report.failures.map(\.reason))
        }
    }

    /// The identity of the running program, by its file's content; a new one each time if that cannot be read.
    private static var program: String {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/exe") else {
            return "\(UInt64.random(in: .min ... .max))"
        }
        var hash = SHA256()
        while let bytes = try? file.read(upToCount: 1 << 20), !bytes.isEmpty { hash.update(data: bytes) }
        return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
