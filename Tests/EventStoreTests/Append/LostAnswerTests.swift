import EventLoop
import EventSourcing
import EventStore
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.timeLimit(.minutes(30))) struct `Commands whose answer is lost` {
    /// Sends commands as one batch. Cuts the network while the batch's transaction waits for the feed's lock, so that
    /// the answers are lost, and then ends the transaction's database session, so that the transaction is rolled back.
    private func lose<D: Decision>(
        _ commands: [D], _ limits: EventLogLimits, haveIDs: Bool = true,
        then body: (TheatreProcess.House, PostgresConfiguration, [Task<TheatreVerdict, Never>]) async throws -> Void
    ) async throws -> [Task<TheatreVerdict, Never>] where D.Event == TheatreEvent, D.Rejection == TheatreRejection {
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
                try await house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Ada"))
                // Run a command that is rejected, after which the process has cached the number of taken seats of the
                // show Lear.
                #expect(await !house.verdict(BookAmongFew(show: "Lear", seat: 9, guest: "Ada", limit: 1)).isSuccess)
                let lost = try await loop.run {
                    let holder = try await PostgresConnection.connect(configuration, on: loop)
                    let observer = try await PostgresConnection.connect(configuration, on: loop)
                    _ = try await holder.perform("BEGIN")
                    _ = try await holder.perform("SELECT FROM clinic_feed FOR UPDATE")
                    // All commands are sent in one iteration of the event loop, so that they are in one batch.
                    let lost = try await house.loop.run {
                        commands.enumerated().map { number, command in
                            Task(executorPreference: house.loop) {
                                await house.verdict(command, id: haveIDs ? .command(number) : nil)
                            }
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
                try await body(house, configuration, lost)
                return lost
            }
        }
    }

    /// `count` commands that book the seats 2, 3 and so on of the show Lear.
    private func blindly(_ count: Int) -> [BookBlindly] {
        (2..<(2 + count)).map { BookBlindly(show: "Lear", seat: $0, guest: "Ada") }
    }

    /// The command whose answer was lost is sent to the database again only after an hour, so other commands must not
    /// wait for it.
    @Test func `a booking whose answer was lost does not delay another booking of the same theatre seat`() async throws
    {
        var limits = EventLogLimits()
        limits.pauseBeforeRetry = .seconds(3_600)
        let lost = try await lose(blindly(1), limits) { house, _, _ in
            // Run a command that reads the state of the seat that the unanswered command was to book.
            #expect(await house.lasting(BookSeat(show: "Lear", seat: 2, guest: "Bob")).isSuccess)
        }
        // The event log has stopped, so the outcome of the unanswered command stays unknown.
        for task in lost { #expect(await !task.value.isSuccess) }
    }

    @Test func `a command without an id whose answer is lost has an unknown outcome and is not sent again`()
        async throws
    {
        var limits = EventLogLimits()
        limits.pauseBeforeRetry = .milliseconds(10)
        limits.unknownOutcomeDeadline = .seconds(600)
        _ = try await lose(blindly(1), limits, haveIDs: false) { house, _, lost in
            guard case .failure(.outcomeUnknown) = await lost[0].value else {
                Issue.record("\(await lost[0].value)")
                return
            }
            #expect(await house.lasting(BookSeat(show: "Hamlet", seat: 9, guest: "Bob")).isSuccess)
            let events = try await house.numbers("SELECT count(*) FROM event")
            #expect(events == [3])
        }
    }

    @Test func `120 commands whose answers were lost are retried, and each takes effect once`() async throws {
        var limits = EventLogLimits()
        // Pause for a second before a retry. If the commands were retried one after the other, with a pause before
        // each, the test would take two minutes.
        limits.pauseBeforeRetry = .seconds(1)
        limits.unknownOutcomeDeadline = .seconds(600)
        _ = try await lose(blindly(120), limits) { house, _, lost in
            for task in lost { #expect(await task.value.isSuccess) }
            let events = try await house.numbers("SELECT count(*) FROM event")
            #expect(events == [122])
        }
    }

    /// The second of several commands was decided on the first one's event, which was never written, so the second
    /// command must be decided again.
    @Test func `commands whose answers were lost take effect once, even if one depends on another's events`()
        async throws
    {
        var limits = EventLogLimits()
        limits.pauseBeforeRetry = .seconds(1)
        limits.unknownOutcomeDeadline = .seconds(600)
        let commands = (2..<5).map { BookAmongFew(show: "Lear", seat: $0, guest: "Eve", limit: 4) }
        _ = try await lose(commands, limits) { house, _, lost in
            for task in lost { #expect(await task.value.isSuccess) }
            let positions = try await house.numbers("SELECT position FROM event ORDER BY 1")
            #expect(positions == Array(1...5))
            #expect(try await house.statistics.following > 0)
        }
    }

    /// When the database refuses the retry, the server still does not know whether the first try was committed.
    @Test func `a command whose answer is lost has an unknown outcome if the database refuses its retry`() async throws
    {
        var limits = EventLogLimits()
        // Before the command is retried, the log pauses. Another process books the seat in this pause, unless the
        // machine is very slow.
        limits.pauseBeforeRetry = .seconds(3)
        limits.unknownOutcomeDeadline = .seconds(4)
        let lost = try await lose(blindly(1), limits) { house, database, lost in
            try await TheatreProcess.run(conninfo: database.conninfo, projections: .ticketsAlone) { other in
                #expect(await other.house.lasting(BookSeat(show: "Lear", seat: 2, guest: "Bob")).isSuccess)
            }
            _ = await lost[0].value
            #expect(try await house.statistics.abortedBatches > 0)
        }
        let verdict = await lost[0].value
        guard case .failure(.outcomeUnknown) = verdict else {
            Issue.record("\(verdict)")
            return
        }
    }

    /// The database loses the last event that the process knows, and the event of another process takes its position.
    /// Both happen before the process sends its command again, unless the machine is very slow.
    @Test func `only one of a retried booking and another process's booking succeeds if the database lost an event`()
        async throws
    {
        var limits = EventLogLimits()
        // Before the command is retried, the log pauses. Another process books the seat in this pause, unless the
        // machine is very slow.
        limits.pauseBeforeRetry = .seconds(3)
        limits.unknownOutcomeDeadline = .seconds(600)
        let command = BookSeat(show: "Lear", seat: 2, guest: "Eve")
        _ = try await lose([command], limits) { house, database, lost in
            try await withLoop { loop in
                try await loop.run {
                    let connection = try await PostgresConnection.connect(database, on: loop)
                    try await connection.loseEnd(after: 1)
                    connection.close()
                }
            }
            let bob = try await TheatreProcess.run(conninfo: database.conninfo, projections: .ticketsAlone) { other in
                await other.house.lasting(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
            }
            #expect(await house.lasting(BookSeat(show: "Hamlet", seat: 1, guest: "Zoe")).isSuccess)
            let eve = await lost[0].value
            #expect(bob.isSuccess != eve.isSuccess)
        }
    }
}
