import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing

@Suite(.database(.smallClinic)) struct `A command stopped halfway` {
    @Test(arguments: Standstill.allCases, Rivalry.all)
    func `a command paused at any stage and a rival command have the same effect as if run one after the other`(
        place: Standstill, rivalry: Rivalry
    ) async throws {
        let database = try TestDatabase.current
        try await Duel.run(database) { duel in
            try await duel.prepare(rivalry)
            let (ours, theirs) = try await duel.fight(rivalry, at: place)
            #expect(ours == (place.isFirst ? .done(.new) : rivalry.oursSecond))
            #expect(theirs == (place.isFirst ? rivalry.theirsSecond : .done(.new)))
            try await expectDoneOnce([(rivalry.ours, ours), (rivalry.theirs, theirs)], database)
            try await expectBothKnow(duel, rivalry, database)
            try await expectSound(database)
        }
    }

    /// Expects that each acknowledged command is recorded once, and that no refused command is recorded.
    private func expectDoneOnce(
        _ commands: [(Wish, ClinicNode.Verdict)], _ database: TestDatabase
    ) async throws {
        for (wish, verdict) in commands {
            let (commands, events) = try await database.withConnection { connection in
                let rows = try await connection.perform(
                    """
                    SELECT (SELECT count(*) FROM command WHERE command_id = \(wish.id)),
                           (SELECT count(*) FROM event WHERE command_id = \(wish.id))
                    """, effect: .reads)
                return (try rows.only.int64(0), try rows.only.int64(1))
            }
            #expect(commands == (verdict == .refused ? 0 : 1))
            #expect(events == (verdict == .refused ? 0 : 1))
        }
    }

    /// Expects that no node double-books the time for which the commands compete, whatever states it has cached: while
    /// the time is taken, every node refuses to book it, and after its release, only one of two bookings succeeds.
    private func expectBothKnow(_ duel: Duel, _ rivalry: Rivalry, _ database: TestDatabase) async throws {
        var late = rivalry.late.wish(20)
        let holders = try await database.withConnection { try await $0.holders() }
        if let holder = holders.first {
            #expect(holders.count == 1)
            #expect(await late.sent(to: duel.one) == .refused)
            #expect(await late.sent(to: duel.two) == .refused)
            let cancels = Wish(
                21, CancelAppointment(AppointmentTarget(holder), reason: Personal("asked to")))
            #expect(await cancels.sent(to: duel.two) == .done(.new))
        }
        late = rivalry.late.wish(22)
        #expect(await late.sent(to: duel.one) == .done(.new))
        late = Appointing(4, patient: 3, doctor: rivalry.late.doctor, chair: rivalry.late.chair).wish(23)
        #expect(await late.sent(to: duel.two) == .refused)
    }

    /// Expects that positions have no gaps, that every read model agrees with its events, and that no appointments
    /// overlap.
    private func expectSound(_ database: TestDatabase) async throws {
        try await database.withConnection { connection in
            let feed = try await connection.perform(
                """
                SELECT f.last_position, count(*), max(e.position)
                FROM clinic_feed AS f JOIN event AS e USING (clinic_id) GROUP BY f.clinic_id
                """, effect: .reads
            ).only
            #expect(try feed.int64(1) == feed.int64(0))
            #expect(try feed.int64(2) == feed.int64(0))
            let clashes = try await connection.perform(.clashes, effect: .reads).only.int64(0)
            #expect(clashes == 0)
            let report = try await Verification(ClinicFeatures.projections, keys: SmallClinic.keys())
                .run(PostgresConfiguration(conninfo: database.conninfo), on: connection.loop)
            #expect(report.differences == [])
        }
    }
}

extension Duel {
    /// Runs the commands that precede the two rival commands. Then the second node and after it the first node append
    /// an event, so that the first node knows the feed's end.
    func prepare(_ rivalry: Rivalry) async throws {
        for wish in rivalry.before { #expect(await wish.sent(to: two) == .done(.new)) }
        let first = Appointing(100, patient: 2, hoursLater: 7 * 24).wish(100)
        #expect(await first.sent(to: two) == .done(.new))
        let last = Appointing(101, patient: 3, hoursLater: 8 * 24).wish(101)
        #expect(await last.sent(to: one) == .done(.new))
    }
}

extension PostgresConnection {
    /// The ids of the appointments, without cancelled ones, at the time for which the rival commands compete.
    fileprivate func holders() async throws -> [ID<Appointment>] {
        let kept: Statement = """
            SELECT appointment_id FROM appointment
            WHERE starts_at = \(SmallClinic.wanted) AND status <> 'cancelled'
            """
        return try await perform(kept, effect: .reads).map { ID(try $0.uuid(0)) }
    }
}

extension Statement {
    fileprivate static let clashes: Statement = """
        SELECT count(*) FROM appointment AS a JOIN appointment AS b
            ON a.clinic_id = b.clinic_id AND a.appointment_id < b.appointment_id
                AND (a.doctor_id = b.doctor_id OR a.chair_id = b.chair_id OR a.patient_id = b.patient_id)
                AND (a.starts_at, a.ends_at) OVERLAPS (b.starts_at, b.ends_at)
        WHERE a.status <> 'cancelled' AND b.status <> 'cancelled'
        """
}

extension Rivalry: CustomTestStringConvertible {
    var testDescription: String { name }
}
