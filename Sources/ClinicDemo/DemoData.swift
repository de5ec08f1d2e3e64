import Clinic
import ClinicOperations
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
import Projections
import SQL
import TimeZones
import ZoneFiles

/// The demo's data: two clinics with a history of `days` days, and the bookings of the next four weeks.
///
/// Every event is the result of a decision and is appended by the event log, as for a request. Each command has a fixed
/// name, so a second run changes nothing.
package struct DemoData: Sendable {
    package let installation: Installation
    package let seed: UInt64
    /// The number of patients in both clinics of the demo together.
    package let patients: Int
    /// The number of past days with visits in the demo.
    package let days: Int

    package let hours: DemoHours
    /// Whether the demo may be added to a database that has clinics of other origin.
    package let besideOtherClinics: Bool

    package init(
        _ installation: Installation, seed: UInt64 = 1, patients: Int = 2000, days: Int = 90,
        hours: DemoHours = .office, besideOtherClinics: Bool = false
    ) {
        self.installation = installation
        self.seed = seed
        self.patients = patients
        self.days = days
        self.hours = hours
        self.besideOtherClinics = besideOtherClinics
    }

    package struct Report: Sendable {
        package let wasThere: Bool
        package let appointments: Int
        package let commands: Int
        /// The number of rejected commands. It is 0 unless the plan of the demo violates a rule of the clinic.
        package let refused: Int
    }

    /// Fills the database with the demo, unless that was done before. Returns when the asynchronous projections have
    /// caught up.
    ///
    /// - Parameter progress: receives the number of commands done and the number of all commands.
    /// - Throws: `OtherClinics` if the database has a clinic that is not the demo's, unless `besideOtherClinics` is set.
    package func fill(
        progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws -> Report {
        try await withServices { services, shared in
            let report = try await fill(services, progress)
            let asyncProjections = BackgroundWork.projectionRunner(on: services.loop, installation.database, shared)
            asyncProjections.start()
            try await asyncProjections.untilInStep()
            await asyncProjections.stop()
            return report
        }
    }

    func withServices<T: Sendable>(
        _ work: @escaping @Sendable (LoopServices, SharedServices) async throws -> T
    ) async throws -> T {
        try await installation.withServices(hashingThreads: 2, migrates: true, work)
    }

    private func fill(
        _ services: LoopServices, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Report {
        let now = Instant.now
        let drivers = try await drivers(services, at: now)
        if try await isDone(services, drivers.map(\.plan.id)) {
            return Report(wasThere: true, appointments: 0, commands: 0, refused: 0)
        }
        if !besideOtherClinics { try await OtherClinics.refuse(beside: drivers.map(\.plan.id), services.reads) }
        let work = drivers.map { driver in
            let visits = driver.plan.visits(-days...DemoPlan.daysAhead, from: driver.plan.today)
            return (driver: driver, steps: driver.due(visits, until: now))
        }
        let all = Int64(work.reduce(0) { $0 + $1.driver.settingUp + $1.steps.count })
        let counter = ProgressCounter { progress(min($0, all), all) }
        let runs = work.map { driver, steps in
            services.loop.task {
                let refused = try await driver.setUp(counter, at: now) + driver.run(steps, counter)
                try await driver.complete(at: now)
                return refused
            }
        }
        var refused = 0
        for run in runs { refused += try await run.value }
        return Report(
            wasThere: false, appointments: work.reduce(0) { $0 + Set($1.steps.map(\.visit)).count }, commands: Int(all),
            refused: refused)
    }

    /// The drivers of the demo, one for each clinic. The driver of an existing demo continues the plan with which the
    /// demo began.
    func drivers(_ services: LoopServices, at now: Instant) async throws -> [DemoDriver] {
        var drivers: [DemoDriver] = []
        for (index, clinic) in DemoClinic.all.enumerated() {
            let id = DemoPlan.clinicID(index)
            let begun = try await foundingDay(services, id)
            guard let name = ZoneName(clinic.zone), let zone = ClinicZone(name, in: services.log.zones.current) else {
                continue
            }
            let today = begun.map { zone.date(of: $0).adding(days: days + DemoPlan.daysBefore) } ?? zone.date(of: now)
            let plan = DemoPlan(
                clinic, id: id, zone: zone, seed: seed, patients: patients / DemoClinic.all.count, daysBack: days,
                today: today, hours: hours)
            if let plan { drivers.append(DemoDriver(plan, services)) }
        }
        return drivers
    }

    private func foundingDay(_ services: LoopServices, _ clinic: UUIDBytes) async throws -> Instant? {
        let rows = try await services.reads.perform([
            "SELECT recorded_at FROM event WHERE clinic_id = \(clinic) AND position = 1"
        ])[0]
        return try rows.first.map {
            Instant(secondsSince1970: try $0.timestamp(0).microsecondsSince1970 / 1_000_000)
        }
    }

    /// Whether the last command of every clinic's demo plan was done.
    private func isDone(_ services: LoopServices, _ clinics: [UUIDBytes]) async throws -> Bool {
        for clinic in clinics {
            let id = CommandRunner(services.log, clinic: clinic, actor: .demo).commandID(DemoDriver.lastCommand)
            let rows = try await services.reads.perform([
                "SELECT command_id FROM command WHERE clinic_id = \(clinic) AND command_id = \(id)"
            ])[0]
            if rows.isEmpty { return false }
        }
        return true
    }
}

/// Counts the completed steps of filling the demo, and reports each new count.
final class ProgressCounter {
    private var count: Int64 = 0
    private let tell: (Int64) -> Void

    init(_ tell: @escaping (Int64) -> Void) { self.tell = tell }

    func add(_ steps: Int) {
        count += Int64(steps)
        tell(count)
    }
}
