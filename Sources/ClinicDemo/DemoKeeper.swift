import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import Logging

/// Keeps the demo's clinics up to date by running each step of the plan when its time comes.
package struct DemoKeeper: Sendable {
    private let demo: DemoData

    /// The number of past days of the demo that are checked when the program starts: it runs the steps of their visits
    /// that were not run yet.
    private static let daysBack = 14
    private static let pause = Duration.seconds(10)

    package init(_ demo: DemoData) { self.demo = demo }

    /// Sets the opening hours to those of the demo's plan. Then runs the due steps of the demo's visits every ten
    /// seconds, until the task is cancelled.
    ///
    /// - Parameter caughtUp: called after the first round, when all due steps are done.
    package func run(caughtUp: @escaping @Sendable () -> Void) async throws {
        try await demo.withServices { services, _ in
            let now = Instant.now
            for driver in try await demo.drivers(services, at: now) { try await driver.open(at: now) }
            var last = now.adding(days: -Int64(Self.daysBack))
            var isFirst = true
            while true {
                do {
                    let now = Instant.now
                    try await keep(services, after: last, until: now)
                    last = now
                    if isFirst { caughtUp() }
                    isFirst = false
                } catch let error where !(error is CancellationError) {
                    services.logger.warning("the demo cannot continue", metadata: ["reason": "\(error)"])
                }
                try await services.loop.sleep(for: Self.pause)
            }
        }
    }

    /// Runs the demo's steps that became due after `last` and until `now`, and were not done yet.
    ///
    /// - Returns: the number of commands.
    @discardableResult
    func keep(_ services: LoopServices, after last: Instant, until now: Instant) async throws -> Int {
        var count = 0
        for driver in try await demo.drivers(services, at: now) {
            let plan = driver.plan
            let visits = plan.visits(-Self.daysBack...DemoPlan.daysAhead, from: plan.zone.date(of: now))
            let due = try await driver.undone(driver.due(visits, after: last, until: now))
            _ = try await driver.run(due, ProgressCounter { _ in })
            count += due.count
        }
        return count
    }
}

extension DemoKeeper {
    /// Sets the opening hours to those of the demo's plan. Then runs the demo's steps that became due after `last` and
    /// until `now`, and were not done yet.
    ///
    /// - Returns: the number of commands.
    @discardableResult
    package func catchUp(after last: Instant, until now: Instant) async throws -> Int {
        try await demo.withServices { services, _ in
            for driver in try await demo.drivers(services, at: now) { try await driver.open(at: now) }
            return try await keep(services, after: last, until: now)
        }
    }
}
