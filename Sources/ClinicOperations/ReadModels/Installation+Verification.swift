import Clinic
import ClinicServer
import Migrations
import Projections

extension Installation {
    package struct VerificationReport: Sendable {
        package let clinics: Int
        package let events: Int64
        /// The differences between documents and events, and between the schema and this release's, one line each.
        package let differences: [String]
        /// The parts that an operator has added to the schema, one line each.
        package let notes: [String]
    }

    /// Compares all read models with the events.
    ///
    /// - Parameter progress: receives the number of processed events and the number of all events.
    package func verify(
        progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws -> VerificationReport {
        try await Maintenance.onOwnLoop { loop in
            let personalKeys = try personalKeys()
            try await personalKeys.check(from: keys, against: postgres, on: loop)
            let report = try await Verification(ClinicFeatures.projections, keys: personalKeys) {
                progress($0.eventsDone, $0.eventsInAll)
            }.run(trustedPostgres, on: loop)
            let schema = try await compareSchema(on: loop)
            return VerificationReport(
                clinics: report.clinics, events: report.events,
                differences: schema.findings + report.differences.map { "\($0)" }, notes: schema.notes)
        }
    }

    /// Checks that the database's login can take on each role with which servers work.
    ///
    /// - Throws: `PostgresError.roleRefused` with the statement that permits it.
    package func proveRoles() async throws {
        try await Maintenance.onOwnLoop { loop in try await Migrator().proveRoles(postgres, on: loop) }
    }
}
