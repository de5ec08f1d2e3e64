import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

extension TheatreProcess {
    /// Runs `body` while a runner writes the asynchronous projections of the process.
    func withRunner(limits: AsyncProjectionLimits = AsyncProjectionLimits(), _ body: () async throws -> Void)
        async throws
    {
        let loop = try EventLoop(name: "behind")
        let configuration = PostgresConfiguration(conninfo: conninfo, role: "chairside_server")
        let runner = try await loop.run { [shared] in
            let runner = AsyncProjectionRunner(.asyncPlans, on: loop, configuration, sharing: shared, limits: limits)
            runner.start()
            return LoopBound(runner, on: loop)
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await runner.run { await $0.stop() }
        await loop.stop()
        try result.get()
    }

    /// Waits up to an hour until the seating plans of a feed are written up to its end. Returns whether they are.
    func catchUp(_ clinic: UUIDBytes = .theatre) async throws -> Bool {
        try await house.log.run { log in
            try await log.catchUp([SeatingPlan.table.name], in: clinic, within: .seconds(3600)) != nil
        }
    }
}

@Suite(.database(.theatre)) struct `Asynchronous projections` {
    @Test func `a read that waits for an appended event finds the event in an asynchronous read model`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .asyncPlans) { process in
            try await process.withRunner {
                for seat in 0..<20 {
                    try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"))
                    #expect(try await process.catchUp())
                    #expect(try await process.house.numbers("SELECT taken FROM seating_plan") == [Int64(seat) + 1])
                }
            }
        }
        // The projection runner that was stopped has released its leases.
        #expect(try await database.number("SELECT count(*) FROM behind_lease WHERE holder IS NOT NULL") == 0)
        #expect(try await database.number("SELECT count(*) FROM behind_lease") == 16)
        #expect(try await database.differences() == [])
    }

    @Test func `a wait for an asynchronous read model ends at its time limit if no server runs the projection`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<2)
        try await TheatreProcess.run(database, projections: .asyncPlans) { process in
            let hasCaughtUp = try await process.house.log.run { log in
                try await log.catchUp([SeatingPlan.table.name], in: .theatre, within: .zero) != nil
            }
            #expect(!hasCaughtUp)
        }
    }

    @Test func `documents of asynchronous projections equal a fold of the events after two servers exchanged leases`()
        async throws
    {
        let database = try TestDatabase.current
        var limits = AsyncProjectionLimits()
        (limits.eventsPerBatch, limits.gathersFor) = (7, .zero)
        (limits.renewsEvery, limits.looksEvery) = (.milliseconds(20), .milliseconds(20))
        let clinics = (0..<12).map { UUIDBytes(high: 7, low: $0) }
        let eager = limits
        try await TheatreProcess.run(database, projections: .asyncPlans) { one in
            try await TheatreProcess.run(database, projections: .asyncPlans) { other in
                try await one.withRunner(limits: eager) {
                    try await other.withRunner(limits: eager) {
                        _ = await allAtOnce(0..<240) { number in
                            if number % 40 == 0 { try? await database.leasesRunOut() }
                            return await (number % 2 == 0 ? one : other).house.verdict(
                                BookRow(show: "show \(number % 3)", seats: number..<(number + 3), guest: "Ada"),
                                in: clinics[number % 12])
                        }
                        for clinic in clinics {
                            let hasCaughtUp = try await one.catchUp(clinic)
                            #expect(hasCaughtUp)
                        }
                    }
                    // The second server's runner has stopped and released its leases, so the first server's runner
                    // takes over these leases.
                    try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Zoe"), in: clinics[5])
                    #expect(try await one.catchUp(clinics[5]))
                }
            }
        }
        #expect(try await database.number("SELECT sum(position)::bigint FROM behind_position") == 721)
        #expect(try await database.differences() == [])
    }
}
