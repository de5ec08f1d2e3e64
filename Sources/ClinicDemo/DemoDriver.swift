import Clinic
import ClinicOperations
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import Projections
import SQL

/// Runs the commands of the demo's plan in the order of their times. Commands of different visits may run at the same
/// time.
struct DemoDriver {
    static let lastCommand = "demo complete"
    /// The maximum number of the demo's commands in progress at once.
    private static let width = 512

    let plan: DemoPlan
    private let services: LoopServices
    private let runner: CommandRunner

    init(_ plan: DemoPlan, _ services: LoopServices) {
        self.plan = plan
        self.services = services
        runner = CommandRunner(services.log, clinic: plan.id, actor: .demo)
    }

    /// A due step of a demo visit, with the index of the visit in a list of visits.
    typealias Due = (visit: Int, step: DemoVisit.Step)

    /// The steps of the given demo visits that are due after `last` and until `now`, sorted by time.
    func due(_ visits: [DemoVisit], after last: Instant = Instant(secondsSince1970: .min), until now: Instant) -> [Due]
    {
        visits.enumerated().flatMap { index, visit in
            visit.steps(after: last, until: now, currency: plan.currency).map { (visit: index, step: $0) }
        }.sorted { ($0.step.at, $0.visit) < ($1.step.at, $1.visit) }
    }

    /// The number of steps that the progress counts for creating a demo clinic: the founding, the opening hours, each
    /// service, chair, member of staff and patient, and all logins as one step.
    var settingUp: Int { 3 + plan.services.count + plan.chairs.count + plan.staff.count + plan.patients.count }

    /// Creates the demo clinic with its services, chairs, staff and patients, and their logins.
    ///
    /// - Returns: the number of rejected commands.
    func setUp(_ counter: ProgressCounter, at now: Instant) async throws -> Int {
        try await found()
        counter.add(settingUp - plan.patients.count - 1)
        let refused = try await inParallel(
            plan.patients.enumerated().map { (number: $0.offset, patient: $0.element) }, after: { _ in nil }, counter
        ) { number, patient in
            try await runner.run(
                RegisterPatient(patient.id, patient.details, allowsDuplicate: true), named: "patient \(number)",
                at: plan.foundedAt.adding(minutes: 10 + Int64(number)))
        }
        try await registerRestricted()
        try await giveLogins(at: now)
        counter.add(1)
        return refused
    }

    /// Runs the given steps of demo visits concurrently. The steps of one visit run one after another.
    ///
    /// - Returns: the number of rejected commands.
    func run(_ steps: [Due], _ counter: ProgressCounter) async throws -> Int {
        try await inParallel(steps, after: { $0.visit }, counter) { try await $0.step.command(runner) }
    }

    /// Runs the plan's last command, which records that the demo is completely filled.
    func complete(at now: Instant) async throws {
        try await runner.run(ChangeClinicProfile(plan.clinic.profile), named: Self.lastCommand, at: now)
    }

    /// Sets the opening hours of the demo clinic to those of the demo's plan.
    func open(at now: Instant) async throws {
        try await runner.run(
            SetOpeningHours(plan.hours.week), named: "hours \(plan.hours) \(now)", at: now)
    }

    /// Returns those of the given steps of demo visits whose commands are not in the database yet.
    func undone(_ steps: [Due]) async throws -> [Due] {
        let ids = steps.map { runner.commandID($0.step.name) }
        let rows = try await services.reads.perform(
            "SELECT command_id FROM command WHERE clinic_id = \(plan.id) AND command_id = ANY (\(ids))", effect: .reads)
        let done = Set(try rows.map { try $0.uuid(0) })
        return zip(steps, ids).filter { !done.contains($1) }.map(\.0)
    }

    /// Starts parts of the demo in order and runs them concurrently. Parts for which `chain` returns the same number
    /// run one after another.
    private func inParallel<Item>(
        _ items: [Item], after chain: (Item) -> Int?, _ counter: ProgressCounter,
        _ work: @escaping (Item) async throws -> Void
    ) async throws -> Int {
        var refused = 0
        var running: [Task<Bool, any Error>] = []
        var last: [Int: Task<Bool, any Error>] = [:]
        for (index, item) in items.enumerated() {
            if index >= Self.width, try await running[index - Self.width].value { refused += 1 }
            let key = chain(item)
            let before = key.flatMap { last[$0] }
            let task = services.loop.task {
                _ = try await before?.value
                defer { counter.add(1) }
                return try await isRefused { try await work(item) }
            }
            running.append(task)
            if let key { last[key] = task }
        }
        for task in running.suffix(Self.width) where try await task.value { refused += 1 }
        return refused
    }

    /// Runs a part of the demo, and returns whether it failed because a decision rejected a command. Any other error is
    /// thrown.
    private func isRefused(_ work: () async throws -> Void) async throws -> Bool {
        do {
            try await work()
            return false
        } catch let failure as any RefusedCommand {
            guard let reason = failure.rejectionName else { throw failure }
            services.logger.info("demo: refused", metadata: ["reason": "\(reason)"])
            return true
        }
    }

    private func found() async throws {
        let at = plan.foundedAt
        try await runner.run(
            FoundClinic(profile: plan.clinic.profile, zone: plan.zone.name, currency: plan.currency), named: "found",
            at: at)
        try await runner.run(SetOpeningHours(plan.hours.week), named: "hours", at: at)
        try await runner.run(SetSchedulingRules(.demo), named: "rules", at: at)
        for (id, offer) in zip(plan.services, plan.clinic.services) {
            let details = ServiceDetails(
                code: offer.code, name: offer.name, category: offer.category, durationMinutes: offer.minutes,
                price: Money(offer.price, plan.currency), doctors: nil)
            try await runner.run(CreateService(id, details), named: "service \(offer.code)", at: at)
        }
        for (id, name) in zip(plan.chairs, plan.clinic.chairs) {
            try await runner.run(AddChair(id, name: name), named: "chair \(name)", at: at)
        }
        for (id, details) in plan.staff {
            try await runner.run(HireStaff(id, details), named: "staff \(id)", at: at)
        }
    }

    /// Registers a patient of the demo whose record is restricted. Staff who do not treat the patient must give a
    /// reason before they can open it.
    private func registerRestricted() async throws {
        let patient = plan.restricted
        let at = plan.foundedAt.adding(minutes: 10 + Int64(plan.patients.count))
        try await runner.run(
            RegisterPatient(patient.id, patient.details, allowsDuplicate: true), named: "restricted patient", at: at)
        try await runner.run(RestrictRecord(patient.id, true), named: "restriction", at: at)
    }

    private func giveLogins(at now: Instant) async throws {
        for login in plan.logins {
            let account = try await services.identity.grant(
                AccountGrant(
                    email: login.email, name: login.name, password: DemoLogin.password, clinic: plan.id,
                    roles: [login.role], subject: login.subject),
                at: now)
            try await services.identity.enrol(
                pin: DemoLogin.pin, account: account.id, device: DemoLogin.device, at: now)
        }
    }
}

extension SchedulingRules {
    /// The standard rules of booking, with limits on a patient's bookings that are so high that the demo does not reach
    /// them. The demo has few patients, who have many appointments.
    fileprivate static var demo: SchedulingRules {
        SchedulingRules(
            offerMinutes: standard.offerMinutes, minimumNoticeMinutes: standard.minimumNoticeMinutes,
            horizonDays: standard.horizonDays, holdMinutes: standard.holdMinutes,
            cancellationNoticeHours: standard.cancellationNoticeHours, noShowAfterMinutes: standard.noShowAfterMinutes,
            deskSet: DeskRules(openBookings: 1000, dailyBookings: 1000))
    }
}

/// The error of a failed command of the demo, which may be the rejection of its decision.
private protocol RefusedCommand: Error {
    /// The name of the rejection's type; `nil` if the command failed for another reason than a rejection.
    var rejectionName: String? { get }
}

extension LogFailure: RefusedCommand {
    fileprivate var rejectionName: String? {
        guard case .rejected(let rejection) = self else { return nil }
        return "\(type(of: rejection))"
    }
}
