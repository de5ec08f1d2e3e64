import Clinic
import EventSourcing
import Identifiers
import Identity
import Logging
import PostgresEventLog

/// Sends a plan's commands in the order of their times, many at once where they do not touch the same visit.
struct DemoDriver: Sendable {
    static let lastCommand = "demo complete"
    /// Commands on their way at once.
    private static let width = 128

    private let plan: DemoPlan
    private let services: LoopServices
    private let runner: CommandRunner
    private let steps: [(visit: Int, step: DemoVisit.Step)]

    init(_ plan: DemoPlan, _ services: LoopServices) {
        self.plan = plan
        self.services = services
        runner = CommandRunner(services.log, clinic: plan.id)
        steps = plan.visits.enumerated().flatMap { index, visit in
            visit.steps(now: plan.now, currency: plan.currency).map { (visit: index, step: $0) }
        }.sorted { ($0.step.at, $0.visit) < ($1.step.at, $1.visit) }
    }

    var commandCount: Int { settingUp + plan.patients.count + steps.count }

    private var settingUp: Int { 2 + plan.services.count + plan.chairs.count + plan.doctors.count + 2 }

    /// - Returns: how many commands were refused.
    func run(_ counter: ProgressCounter) async throws -> Int {
        try await setUp()
        counter.add(settingUp)
        var refused = try await inParallel(Array(plan.patients.enumerated()), counter) { number, patient in
            try await runner.run(
                RegisterPatient(patient.id, patient.details, allowsDuplicate: true), named: "patient \(number)",
                at: plan.foundedAt.adding(minutes: 10 + Int64(number)))
        }
        try await giveLogins()
        var wave: [DemoVisit.Step] = []
        var visits: Set<Int> = []
        for (visit, step) in steps {
            if wave.count == Self.width || !visits.insert(visit).inserted {
                refused += try await inParallel(wave, counter) { try await $0.command(runner) }
                wave = []
                visits = [visit]
            }
            wave.append(step)
        }
        refused += try await inParallel(wave, counter) { try await $0.command(runner) }
        try await runner.run(ChangeClinic(.profile(plan.clinic.profile)), named: Self.lastCommand, at: plan.now)
        return refused
    }

    private func inParallel<Item: Sendable>(
        _ items: [Item], _ counter: ProgressCounter, _ work: @escaping @Sendable (Item) async throws -> Void
    ) async throws -> Int {
        var refused = 0
        var rest = items[...]
        while !rest.isEmpty {
            let wave = rest.prefix(Self.width)
            rest = rest.dropFirst(wave.count)
            let tasks = wave.map { item in
                Task(executorPreference: services.loop) { try await isRefused { try await work(item) } }
            }
            for task in tasks where try await task.value { refused += 1 }
            counter.add(wave.count)
        }
        return refused
    }

    /// Refusals are counted; everything else ends the demo.
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

    private func setUp() async throws {
        let at = plan.foundedAt
        try await runner.run(
            FoundClinic(profile: plan.clinic.profile, zone: plan.zone, currency: plan.currency), named: "found", at: at)
        try await runner.run(ChangeClinic(.openingHours(DemoClinic.hours)), named: "hours", at: at)
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

    private func giveLogins() async throws {
        for login in plan.logins {
            let account = try await services.identity.grant(
                AccountGrant(
                    email: login.email, name: login.name, password: DemoLogin.password, clinic: plan.id,
                    roles: [login.role], subject: login.subject),
                at: plan.now)
            try await services.identity.enrol(
                pin: DemoLogin.pin, account: account.id, device: DemoLogin.device, at: plan.now)
        }
    }
}

/// A failure that may be a decision's no.
private protocol RefusedCommand: Error {
    /// The rejection's type, `nil` where nothing was refused.
    var rejectionName: String? { get }
}

extension LogFailure: RefusedCommand {
    fileprivate var rejectionName: String? {
        guard case .refused(let rejection) = self else { return nil }
        return "\(type(of: rejection))"
    }
}
