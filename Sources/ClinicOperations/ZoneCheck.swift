import Clinic
import ClinicServer
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL
import TimeZones
import ZoneFiles

/// Finds visits whose wall time means another instant under today's zone rules than when they were booked.
package struct ZoneCheck: Sendable {
    private let database: String
    private let keys: String
    private let zones: ZoneFolder
    private let logger: Logger

    /// The number of appointments that are checked together.
    private static let width = 200

    package init(database: String, keys: String, zones: ZoneFolder, logger: Logger) {
        self.database = database
        self.keys = keys
        self.zones = zones
        self.logger = logger
    }

    package struct Report: Sendable {
        /// The release of the zone database.
        package internal(set) var release = ""
        package internal(set) var looked = 0
        package internal(set) var findings: [Finding] = []
        /// The number of found visits that were not moved.
        package var open: Int { findings.count { $0.outcome != .moved } }
    }

    package struct Finding: Sendable, CustomStringConvertible {
        package enum Outcome: String, Sendable {
            case found
            case moved
            case noSuchLocalTime = "the clocks skip this time: agree on another with the patient"
            case taken = "doctor, chair or patient have something else then: agree on another time with the patient"
        }

        let clinic: UUIDBytes
        let move: WallTimeMove
        package internal(set) var outcome: Outcome

        /// A found visit as a line with tabs: clinic, appointment, wall time, the stored instant, the present one, and
        /// the outcome.
        package var description: String {
            [
                "\(clinic)", "\(move.appointment)", "\(move.wallTime.local) \(move.wallTime.zone)", "\(move.from)",
                move.to.map { "\($0)" } ?? "-", outcome.rawValue,
            ].joined(separator: "\t")
        }
    }

    /// Checks all future visits.
    ///
    /// - Parameter moves: whether found visits are moved, with one event each, to the present instant of their wall
    ///   time.
    package func run(moves: Bool) async throws -> Report {
        try await Maintenance.withServices(database, keys: keys, zones: zones, logger) { services in
            let rules = services.log.zones.current
            try await MissingZones.check(rules, from: zones, services.reads)
            var report = Report(release: rules.release)
            for row in try await services.reads.perform(
                "SELECT clinic_id FROM clinic_profile ORDER BY 1", effect: .reads)
            {
                let clinic = try row.uuid(0)
                let ahead = try await services.reads.perform(
                    """
                    SELECT appointment_id FROM appointment
                    WHERE clinic_id = \(clinic) AND starts_at > \(Instant.now)
                        AND status IN ('requested', 'booked', 'confirmed')
                    ORDER BY starts_at
                    """, effect: .reads
                ).map { ID<Appointment>(try $0.uuid(0)) }
                report.looked += ahead.count
                report.findings += try await check(ahead, in: clinic, services, moves: moves)
            }
            return report
        }
    }

    private func check(
        _ appointments: [ID<Appointment>], in clinic: UUIDBytes, _ services: LoopServices, moves: Bool
    ) async throws -> [Finding] {
        var found: [WallTimeMove] = []
        for first in stride(from: 0, to: appointments.count, by: Self.width) {
            let some = Array(appointments[first..<min(first + Self.width, appointments.count)])
            found += try await services.log.read(clinic) { model in WallTimeMove.all(some, &model) }
        }
        guard moves else { return found.map { Finding(clinic: clinic, move: $0, outcome: .found) } }
        let runner = CommandRunner(services.log, clinic: clinic)
        var findings: [Finding] = []
        for move in found.inOrderOfMoving {
            findings.append(Finding(clinic: clinic, move: move, outcome: try await self.move(move, runner)))
        }
        return findings
    }

    private func move(_ move: WallTimeMove, _ runner: CommandRunner) async throws -> Finding.Outcome {
        // The command's id includes the time, since rules may change back and forth; the decision itself does nothing
        // twice.
        let now = Instant.now
        do {
            try await runner.run(
                KeepWallTime(move.appointment), named: "wall time of \(move.appointment) at \(now)", at: now)
            return .moved
        } catch let failure as LogFailure<KeepWallTime.Rejection> {
            guard case .rejected(let rejection) = failure else { throw failure }
            switch rejection {
            case .noSuchLocalTime: return .noSuchLocalTime
            case .taken, .unknown: return .taken
            }
        }
    }
}

extension [WallTimeMove] {
    /// The moves in an order in which visits make room for each other: the latest visit first among those that move to
    /// a later time, the earliest first among those that move to an earlier time.
    fileprivate var inOrderOfMoving: [WallTimeMove] {
        let later = filter { move in move.to.map { $0 > move.from } ?? false }.sorted { $0.from > $1.from }
        return later + filter { !later.contains($0) }.sorted { $0.from < $1.from }
    }
}
