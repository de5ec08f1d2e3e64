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

/// Tests rebuilds that are killed, rebuilds that are started at the same time, and reads during a rebuild.
@Suite(.database(.theatre)) struct `Interrupted rebuilds` {
    @Test
    func `if a rebuild is killed before it locks a clinic's feed, the clinic's documents stay until the next rebuild`()
        async throws
    {
        try await kill(at: .holdFeed(.theatre), changed: false)
    }

    @Test
    func
        `if a rebuild is killed before its commit for a clinic, the clinic's documents stay until the next rebuild`()
        async throws
    {
        try await kill(at: .holdRecord(.theatre), changed: false)
    }

    @Test
    func `if a rebuild is killed after its commit for a clinic, the next rebuild continues with the next clinic`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        let right = try await database.snapshot()
        try await database.damage()
        let killed = try await database.rebuild(stoppedBy: .holdFeed(.otherTheatre)) { watcher in
            try await until { try await !watcher.perform("SELECT FROM rebuilt_clinic", effect: .reads).isEmpty }
            _ = try await watcher.perform(.endRebuilds)
        }
        #expect(throws: PostgresError.self) { try killed.get() }
        let (other, theatre) = (UUIDBytes.otherTheatre.text, UUIDBytes.theatre.text)
        let between = try await database.snapshot()
        #expect(between.filter { $0.contains(theatre) } == right.filter { $0.contains(theatre) })
        #expect(between.filter { $0.contains(other) } != right.filter { $0.contains(other) })

        let report = try await database.rebuild()
        #expect(report.clinics == 1)
        #expect(report.clinicsDoneBefore == 1)
        #expect(try await database.snapshot() == right)
        // The interrupted rebuild has been finished, so the next one starts from the beginning.
        #expect(try await database.rebuild().clinicsDoneBefore == 0)
    }

    @Test
    func `an interrupted rebuild is not continued by a rebuild of other read models or by a rebuild from the start`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        for isOther in [true, false] {
            try await database.damage()
            _ = try await database.rebuild(stoppedBy: .holdFeed(.otherTheatre)) { watcher in
                try await until { try await !watcher.perform("SELECT FROM rebuilt_clinic", effect: .reads).isEmpty }
                _ = try await watcher.perform(.endRebuilds)
            }
            let report = try await isOther ? database.rebuild(.ticketsAlone) : database.rebuild(anew: true)
            #expect(report.clinics == 2)
            #expect(report.clinicsDoneBefore == 0)
        }
        _ = try await database.rebuild()
        #expect(try await database.verify() == [])
    }

    @Test func `a second rebuild cannot start while one is running`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.damage()
        let report = try await database.rebuild(stoppedBy: .holdFeed(.theatre)) { _ in
            await #expect(throws: RebuildUnderWay.self) { _ = try await database.rebuild() }
        }
        #expect(try report.get().clinics == 2)
        #expect(try await database.verify() == [])
    }

    /// If a rebuild's process is killed while PostgreSQL runs its statement, PostgreSQL does not notice at once that
    /// the client is gone.
    @Test(.timeLimit(.minutes(30)))
    func `a rebuild killed while it searches for clinics soon releases its lock`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        let network = try await TestServer.shared.network()
        defer { network.close() }
        let killed = try await database.rebuild(through: network, stoppedBy: "LOCK TABLE clinic_feed") { watcher in
            network.cut()
            try await until { try await watcher.perform(.waitingRebuilds, effect: .reads).isEmpty }
        }
        #expect(throws: PostgresError.self) { try killed.get() }
        #expect(try await database.rebuild().clinics == 2)
    }

    @Test func `during a rebuild readers see all old documents of a clinic, and then all new documents`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.run("UPDATE seating_plan SET taken = -1", "UPDATE ticket SET guest = 'nobody'")
        let (plans, tickets) = try await database.old()
        #expect(plans > 0 && tickets > 0)
        let report = try await database.rebuild(stoppedBy: .holdRecord(.theatre)) { _ in
            let seen = try await database.old()
            #expect(seen == (plans, tickets))
        }
        _ = try report.get()
        let after = try await database.old()
        #expect(after == (0, 0))

        // Run a rebuild without a lock that holds it up. At any time during the rebuild, readers must see either all
        // old documents of the clinic or all new ones.
        try await database.run("UPDATE seating_plan SET taken = -1", "UPDATE ticket SET guest = 'nobody'")
        let rebuild = Held { try await database.rebuild() }
        try await database.withConnection { reader in
            while true {
                let seen = try await reader.old()
                if seen == (0, 0) { break }
                #expect(seen == (plans, tickets))
            }
        }
        _ = try await rebuild.value
    }

    private func kill(at lock: Statement, changed: Bool) async throws {
        let database = try TestDatabase.current
        try await database.fill()
        let right = try await database.snapshot()
        try await database.damage()
        let theatre = UUIDBytes.theatre.text
        let damaged = try await database.snapshot().filter { $0.contains(theatre) }
        let killed = try await database.rebuild(stoppedBy: lock) { watcher in
            _ = try await watcher.perform(.endRebuilds)
        }
        #expect(throws: PostgresError.self) { try killed.get() }
        #expect(try await database.snapshot().filter { $0.contains(theatre) } == damaged)
        _ = try await database.rebuild()
        #expect(try await database.snapshot() == right)
        #expect(try await database.verify() == [])
    }
}

extension TestDatabase {
    fileprivate func old() async throws -> (Int64, Int64) { try await withConnection { try await $0.old() } }
}

extension PostgresConnection {
    /// The numbers of one theatre's seating plans and tickets with the test's altered values, which a rebuild replaces.
    fileprivate func old() async throws -> (Int64, Int64) {
        let row = try await perform(
            """
            SELECT (SELECT count(*) FROM seating_plan WHERE clinic_id = \(.theatre) AND taken = -1),
                   (SELECT count(*) FROM ticket WHERE clinic_id = \(.theatre) AND guest = 'nobody')
            """, effect: .reads
        ).only
        return (try row.int64(0), try row.int64(1))
    }
}
