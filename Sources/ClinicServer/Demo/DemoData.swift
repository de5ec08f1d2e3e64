import Clinic
import Endpoints
import EventLoop
import EventSourcing
import Identifiers
import Identity
public import Logging
import PostgresClient
import PostgresEventLog
import SQL
import TimeZones
import ZoneFiles

/// Two clinics with everything that happened in them for some months, and what is booked for the next thirty days.
///
/// Every event comes out of a decision, through the log, as a request's would. Run again it changes nothing: each command
/// is known by its name.
public struct DemoData: Sendable {
    public let database: String
    public let keys: String
    public let seed: UInt64
    /// In both clinics together.
    public let patients: Int
    /// How many days of visits there were.
    public let days: Int

    public init(database: String, keys: String, seed: UInt64 = 1, patients: Int = 2000, days: Int = 90) {
        self.database = database
        self.keys = keys
        self.seed = seed
        self.patients = patients
        self.days = days
    }

    public struct Report: Sendable {
        public let wasThere: Bool
        public let appointments: Int
        public let commands: Int
        /// Commands that were refused: none, unless the plan contradicts the rules.
        public let refused: Int
    }

    /// - Parameter progress: commands done, commands in all.
    public func fill(
        logger: Logger, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Report {
        let loop = try EventLoop(name: "demo")
        let result: Result<Report, any Error>
        do {
            try await Migrator().run(PostgresConfiguration(conninfo: database), on: loop)
            let folder = KeyFolder(path: keys)
            let (pepper, signing) = try await folder.load()
            let shared = SharedServices(
                identity: try IdentityShared(pepper: pepper, keys: signing, hashingThreads: 2),
                keys: try PersonalKeys(folder), zones: try ZoneFolder().load(), certificates: nil,
                chain: try ChainKeys(folder),
                logger: logger)
            let configuration = ServerConfiguration(database: database, keys: keys)
            result = .success(
                try await loop.run {
                    let services = LoopServices(on: loop, configuration, sharing: shared)
                    let report = try await fill(services, progress)
                    await services.close()
                    let behind = BehindWork.runner(on: loop, database, shared)
                    behind.start()
                    try await behind.untilInStep()
                    await behind.stop()
                    return report
                })
        } catch { result = .failure(error) }
        await loop.stop()
        return try result.get()
    }

    private func fill(
        _ services: LoopServices, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Report {
        let now = Instant.now
        var plans: [DemoPlan] = []
        for (index, clinic) in DemoClinic.all.enumerated() {
            let id = DemoPlan.clinicID(index)
            let begun = try await foundingDay(services, id)
            guard let name = ZoneName(clinic.zone), let zone = ClinicZone(name, in: services.log.zones.current) else {
                continue
            }
            // A demo that was interrupted goes on with the plan that it had.
            let today = begun.map { zone.date(of: $0).adding(days: days + DemoPlan.daysBefore) } ?? zone.date(of: now)
            let plan = DemoPlan(
                clinic, id: id, zone: zone, seed: seed, patients: patients / DemoClinic.all.count, daysBack: days,
                today: today, now: now)
            if let plan { plans.append(plan) }
        }
        if try await isDone(services, plans.map(\.id)) {
            return Report(wasThere: true, appointments: 0, commands: 0, refused: 0)
        }
        let drivers = plans.map { DemoDriver($0, services) }
        let all = Int64(drivers.reduce(0) { $0 + $1.commandCount })
        let counter = ProgressCounter { progress(min($0, all), all) }
        let runs = drivers.map { driver in
            Task(executorPreference: services.loop) { try await driver.run(counter) }
        }
        var refused = 0
        for run in runs { refused += try await run.value }
        return Report(
            wasThere: false, appointments: plans.reduce(0) { $0 + $1.visits.count }, commands: Int(all),
            refused: refused)
    }

    private func foundingDay(_ services: LoopServices, _ clinic: UUIDBytes) async throws -> Instant? {
        let rows = try await services.reads.perform([
            "SELECT recorded_at FROM event WHERE clinic_id = \(clinic) AND position = 1"
        ])[0]
        return try rows.first.map {
            Instant(secondsSince1970: try $0.timestamp(0).microsecondsSince1970 / 1_000_000)
        }
    }

    /// The last command of each plan is known.
    private func isDone(_ services: LoopServices, _ clinics: [UUIDBytes]) async throws -> Bool {
        for clinic in clinics {
            let id = CommandRunner(services.log, clinic: clinic).commandID(DemoDriver.lastCommand)
            let rows = try await services.reads.perform([
                "SELECT command_id FROM command WHERE clinic_id = \(clinic) AND command_id = \(id)"
            ])[0]
            if rows.isEmpty { return false }
        }
        return true
    }
}

/// Counts on whatever loop; tells every hundredth step.
///
/// Touched on the demo's loop alone, hence `@unchecked Sendable`.
final class ProgressCounter: @unchecked Sendable {
    private var count: Int64 = 0
    private let tell: (Int64) -> Void

    init(_ tell: @escaping (Int64) -> Void) { self.tell = tell }

    func add(_ steps: Int) {
        count += Int64(steps)
        tell(count)
    }
}
