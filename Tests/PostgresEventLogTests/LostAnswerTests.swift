import EventLoop
import EventSourcing
import Migrations
import PostgresClient
import PostgresEventLog
import SQL
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Commands whose answer is lost` {
    private typealias Verdict = Result<Outcome, LogFailure<TheatreRejection>>

    /// Books seats from 2 on, blindly, and cuts the network in the midst of the commit, which does not come to be.
    private func lose(
        _ count: Int, _ limits: EventLogLimits,
        then body: (TheatreProcess.House, [Task<Verdict, Never>]) async throws -> Void
    ) async throws -> [Task<Verdict, Never>] {
        let postgres = try await PrivatePostgres.dedicated(.throwaway)
        defer { postgres.remove() }
        let configuration = PostgresConfiguration(conninfo: postgres.conninfo())
        let network = try SocketProxy(to: postgres)
        defer { network.close() }
        return try await withLoop { loop in
            _ = try await Migrator(Migration.theatre).run(configuration, on: loop)
            return try await TheatreProcess.run(
                conninfo: network.conninfo(), projections: .ticketsAlone, limits: limits
            ) { process in
                let house = process.house
                try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                let lost = try await loop.run {
                    let holder = try await PostgresConnection.connect(configuration, on: loop)
                    let observer = try await PostgresConnection.connect(configuration, on: loop)
                    _ = try await holder.perform("BEGIN")
                    _ = try await holder.perform("SELECT FROM clinic_feed FOR UPDATE")
                    let lost = (2..<(2 + count)).map { seat in
                        Task {
                            await house.verdict(BookBlindly(show: "Lear", seat: seat, guest: "Ada"), id: .command(seat))
                        }
                    }
                    try await observer.sessionsWaiting(1)
                    network.cut()
                    let end: Statement = """
                        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                        WHERE wait_event_type = 'Lock' AND datname = current_database()
                        """
                    _ = try await observer.perform(end)
                    _ = try await holder.perform("ROLLBACK")
                    holder.close()
                    observer.close()
                    return lost
                }
                try await body(house, lost)
                return lost
            }
        }
    }

    /// They would be put to the database again in an hour.
    @Test func `hold up nobody while they wait`() async throws {
        var limits = EventLogLimits()
        limits.pauseBeforeRetry = .seconds(3_600)
        let lost = try await lose(1, limits) { house, _ in
            // What it reads is what they would have written.
            while true {
                let verdict = await house.verdict(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
                // The connection that reads facts was cut too, and may have to be opened anew.
                if case .failure(.unavailable) = verdict { continue }
                #expect(verdict.isSuccess)
                break
            }
        }
        // The log has ended, and nobody will know.
        for task in lost { #expect(await !task.value.isSuccess) }
    }

    @Test func `are asked after all together`() async throws {
        var limits = EventLogLimits()
        // One after the other they would not be done in time.
        limits.pauseBeforeRetry = .seconds(1)
        limits.unknownOutcomeDeadline = .seconds(600)
        _ = try await lose(120, limits) { house, lost in
            for task in lost { #expect(await task.value.isSuccess) }
            let events = try await house.numbers("SELECT count(*) FROM event")
            #expect(events == [121])
        }
    }
}
