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

extension Installation {
    /// The names of the read models that can be rebuilt. They are the names of their tables.
    package static var readModels: [String] { ClinicFeatures.projections.map { $0.table.name.description } }

    package struct RebuildReport: Sendable {
        package let clinics: Int
        package let clinicsDoneBefore: Int
        package let events: Int64
        package let documents: Int
        /// The number of documents that differed from the events before the rebuild.
        package let changed: Int
        /// A line for each clinic whose rebuild failed, so that its documents were not changed.
        package let failures: [String]
    }

    /// Rebuilds read models.
    ///
    /// - Parameters:
    ///   - names: names from `readModels`; empty for all read models.
    ///   - anew: whether to start over instead of continuing an interrupted rebuild.
    ///   - progress: receives the number of processed events and the number of all events.
    package func rebuild(
        _ names: [String] = [], anew: Bool = false,
        progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws -> RebuildReport {
        let projections = ClinicFeatures.projections.filter {
            names.isEmpty || names.contains($0.table.name.description)
        }
        return try await Maintenance.onOwnLoop { loop in
            let report = try await Rebuild(projections, by: Self.program, anew: anew, keys: try personalKeys()) {
                progress($0.eventsDone, $0.eventsInAll)
            }.run(postgres, on: loop)
            return RebuildReport(
                clinics: report.clinics, clinicsDoneBefore: report.clinicsDoneBefore, events: report.events,
                documents: report.documents, changed: report.changed, failures: report.failures.map(\.reason))
        }
    }

    /// A hash of the running program's file, by which a rebuild of another program version is recognized; a random
    /// number if the file cannot be read.
    private static var program: String {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/exe") else {
            return "\(UInt64.random(in: .min ... .max))"
        }
        var hash = SHA256()
        while let bytes = try? file.read(upToCount: 1 << 20), !bytes.isEmpty { hash.update(data: bytes) }
        return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
