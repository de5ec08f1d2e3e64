import Clinic
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing

/// Tests two rival commands about one group visit on two nodes. One of the commands is paused at a `Standstill`.
@Suite(.database(.smallClinic)) struct GroupRivalryTests {
    @Test(arguments: Standstill.allCases, Rivalry.ofGroups)
    func `a paused command for a group visit and a rival command have the same effect as if run one after the other`(
        place: Standstill, rivalry: Rivalry
    ) async throws {
        let database = try TestDatabase.current
        try await Duel.run(database) { duel in
            try await duel.prepare(rivalry)
            let (ours, theirs) = try await duel.fight(rivalry, at: place)
            #expect(ours == (place.isFirst ? .done(.new) : rivalry.oursSecond))
            #expect(theirs == (place.isFirst ? rivalry.theirsSecond : .done(.new)))
            try await database.withConnection { connection in
                #expect(try await connection.perform(.overfullGroups, effect: .reads).isEmpty)
                let report = try await Verification(ClinicFeatures.projections, keys: SmallClinic.keys())
                    .run(PostgresConfiguration(conninfo: database.conninfo), on: connection.loop)
                #expect(report.differences == [])
            }
        }
    }
}

extension Wish {
    /// Sets the capacity of the clinic's service, whose visits are for one patient otherwise.
    fileprivate static func capacity(_ id: Int, _ capacity: Int?) -> Wish {
        Wish(
            id,
            ChangeService(
                SmallClinic.service,
                ServiceDetails(
                    code: "F1", name: "Class", category: nil, durationMinutes: 30, price: Money(14_000, .euro),
                    doctors: nil, capacity: capacity)))
    }

    fileprivate static func holds(_ id: Int, patient: Int) -> Wish {
        Wish(
            id,
            HoldSlot(
                ID(number: 50), patient: SmallClinic.patients[patient], service: SmallClinic.service,
                doctor: SmallClinic.doctors[0], start: SmallClinic.wanted, by: .staff))
    }
}

extension Rivalry {
    fileprivate static let ofGroups = [
        Rivalry(
            name: "another patient books the last place",
            before: [.capacity(10, 2), .books(11, Appointing(1))],
            ours: .books(1, Appointing(2, patient: 1)), theirs: .books(2, Appointing(3, patient: 2))),
        Rivalry(
            name: "another patient holds the last place",
            before: [.capacity(10, 2), .books(11, Appointing(1))],
            ours: .books(1, Appointing(2, patient: 1)), theirs: .holds(2, patient: 2)),
        Rivalry(
            name: "another patient is moved to the last place",
            before: [
                .capacity(10, 2), .books(11, Appointing(1)), .books(12, Appointing(3, patient: 2, hoursLater: 2)),
            ],
            ours: .books(1, Appointing(2, patient: 1)), theirs: .moves(2, 3)),
        Rivalry(
            name: "another patient books one of two places",
            before: [.capacity(10, 3), .books(11, Appointing(1))],
            ours: .books(1, Appointing(2, patient: 1)), theirs: .books(2, Appointing(3, patient: 2)),
            oursSecond: .done(.new), theirsSecond: .done(.new)),
        Rivalry(
            name: "the capacity becomes smaller",
            before: [.capacity(10, 2), .books(11, Appointing(1))],
            ours: .books(1, Appointing(2, patient: 1)), theirs: .capacity(2, nil), theirsSecond: .done(.new)),
        Rivalry(
            name: "a patient of the full group cancels",
            before: [.capacity(10, 2), .books(11, Appointing(1)), .books(12, Appointing(2, patient: 1))],
            ours: .cancels(1, 1), theirs: .cancels(2, 2), oursSecond: .done(.new), theirsSecond: .done(.new)),
    ]
}

extension Statement {
    /// The group visits with more patients than the largest capacity with which one of them was booked.
    fileprivate static let overfullGroups: Statement = """
        SELECT starts_at FROM appointment
        WHERE holds_time AND group_service_id IS NOT NULL
        GROUP BY clinic_id, doctor_id, chair_id, starts_at, group_service_id
        HAVING count(*) > max(group_capacity)
        """
}
