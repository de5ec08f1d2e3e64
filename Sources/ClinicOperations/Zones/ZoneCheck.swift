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

/// Finds booked visits whose agreed local time corresponds to another instant, since the rules of the time zone have
/// changed after the booking.
package struct ZoneCheck: Sendable {
    private let installation: Installation
    private let zones: ZoneFolder

    /// The number of appointments whose visits are read and checked in one decision model.
    private static let width = 200

    package init(_ installation: Installation, zones: ZoneFolder) {
        self.installation = installation
        self.zones = zones
    }

    package struct Report: Sendable {
        /// The release of the time zone database that the check used, such as `2025b`.
        package internal(set) var release = ""
        package internal(set) var looked = 0
        package internal(set) var findings: [Finding] = []
        /// The number of visits whose instant has changed and that were not moved.
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

        /// A visit whose instant has changed, as a line with tabs between its fields: clinic, appointment, wall time,
        /// the stored instant, the instant under today's rules, and the outcome.
        package var description: String {
            [
                "\(clinic)", "\(move.appointment)", "\(move.wallTime.local) \(move.wallTime.zone)", "\(move.from)",
                move.to.map { "\($0)" } ?? "-", outcome.rawValue,
            ].joined(separator: "\t")
        }
    }

    /// Checks all future visits.
    ///
    /// - Parameter moves: if true, each visit whose instant has changed is moved to the instant at which today's rules
    ///   show its agreed local time. If false, visits are only reported.
    package func run(moves: Bool) async throws -> Report {
        try await installation.withServices(zones: zones) { services, _ in
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
        let runner = CommandRunner(services.log, clinic: clinic, actor: .system)
        var findings: [Finding] = []
        for move in found.inOrderOfMoving {
            findings.append(Finding(clinic: clinic, move: move, outcome: try await self.move(move, runner)))
        }
        return findings
    }

    private func move(_ move: WallTimeMove, _ runner: CommandRunner) async throws -> Finding.Outcome {
        // The command's id includes the time, so that the visit can be moved again if the rules change back. Running
        // the command twice is harmless, since the decision does not move a visit whose instant is correct.
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
    /// The moves of visits to other instants, ordered so that no visit is moved to a time at which another visit still
    /// is. Visits that move to a later time come first, the latest of them first. The others follow, the earliest
    /// first.
    fileprivate var inOrderOfMoving: [WallTimeMove] {
        let later = filter { move in move.to.map { $0 > move.from } ?? false }.sorted { $0.from > $1.from }
        return later + filter { !later.contains($0) }.sorted { $0.from < $1.from }
    }
}
