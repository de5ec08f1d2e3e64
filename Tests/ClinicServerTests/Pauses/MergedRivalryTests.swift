import Clinic
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing

/// Tests merges of patients' records against rival commands on two nodes. One of the two commands is paused at a
/// `Standstill`.
@Suite(.database(.smallClinic)) struct MergedRivalryTests {
    @Test(arguments: Standstill.allCases, Rivalry.ofMerges)
    func `a merge paused at any stage and a rival command have the same effect as if run one after the other`(
        place: Standstill, rivalry: Rivalry
    ) async throws { try await expectInTurn(place, rivalry) }

    @Test(arguments: Standstill.allCases, Rivalry.ofMerges)
    func `a command paused at any stage and a rival merge have the same effect as if run one after the other`(
        place: Standstill, rivalry: Rivalry
    ) async throws { try await expectInTurn(place, rivalry.turned) }

    private func expectInTurn(_ place: Standstill, _ rivalry: Rivalry) async throws {
        let database = try TestDatabase.current
        try await Duel.run(database) { duel in
            try await duel.prepare(rivalry)
            let (ours, theirs) = try await duel.fight(rivalry, at: place)
            #expect(ours == (place.isFirst ? .done(.new) : rivalry.oursSecond))
            #expect(theirs == (place.isFirst ? rivalry.theirsSecond : .done(.new)))
            try await database.withConnection { connection in
                #expect(try await connection.perform(.doublyBooked, effect: .reads).isEmpty)
                let report = try await Verification(ClinicFeatures.projections, keys: SmallClinic.keys())
                    .run(PostgresConfiguration(conninfo: database.conninfo), on: connection.loop)
                #expect(report.differences == [])
            }
        }
    }
}

extension Rivalry {
    /// A copy of the pair in which the commands `ours` and `theirs` have changed places.
    fileprivate var turned: Rivalry {
        Rivalry(
            name: name, before: before, ours: theirs, theirs: ours, oursSecond: theirsSecond,
            theirsSecond: oursSecond)
    }

    private static func merges(_ id: Int, _ merged: Int, into survivor: Int) -> Wish {
        Wish(
            id,
            MergePatients(
                SmallClinic.patients[merged], into: SmallClinic.patients[survivor],
                reason: Personal("Registered twice")))
    }

    /// Runs a decision as an endpoint's command, which is refused if it names a merged record.
    private static func asCommand<D: Decision>(_ id: Int, _ decision: D) -> Wish
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        Wish(id, ClinicCommand(decision, answer: DocumentAnswer(Patients.self, DocumentKey(SmallClinic.patients[1]))))
    }

    /// The pairs of rival commands. In each pair, the first command merges patient 1 into patient 0.
    fileprivate static let ofMerges = [
        Rivalry(
            name: "the merged record is booked at the survivor's time",
            before: [.books(10, Appointing(1))],
            ours: merges(1, 1, into: 0), theirs: .books(2, Appointing(2, patient: 1, doctor: 1, chair: 1))),
        Rivalry(
            name: "the survivor is booked at the merged record's time",
            before: [.books(10, Appointing(1, patient: 1))],
            ours: merges(1, 1, into: 0), theirs: .books(2, Appointing(2, doctor: 1, chair: 1))),
        Rivalry(
            name: "an appointment of the merged record is moved to the survivor's time",
            before: [
                .books(10, Appointing(1)), .books(11, Appointing(2, patient: 1, doctor: 1, chair: 1, hoursLater: 2)),
            ],
            ours: merges(1, 1, into: 0), theirs: .moves(2, 2)),
        Rivalry(
            name: "a command names the record that is merged",
            ours: merges(1, 1, into: 0),
            theirs: asCommand(
                2,
                ChangePatientContact(
                    SmallClinic.patients[1],
                    PatientContact(phone: Personal("030 1"), email: nil, address: nil, language: nil))),
            oursSecond: .done(.new)),
        Rivalry(
            name: "the survivor is merged into a third record",
            ours: merges(1, 1, into: 0), theirs: merges(2, 0, into: 2)),
        Rivalry(
            name: "the merged record is erased",
            ours: merges(1, 1, into: 0), theirs: asCommand(2, ErasePatient(SmallClinic.patients[1], reason: .requested))
        ),
        Rivalry(
            name: "the survivor's record is restricted",
            ours: merges(1, 1, into: 0), theirs: asCommand(2, RestrictRecord(SmallClinic.patients[0], true))),
        Rivalry(
            name: "the merged record holds a time",
            ours: merges(1, 1, into: 0),
            theirs: asCommand(
                2,
                HoldSlot(
                    ID(number: 50), patient: SmallClinic.patients[1], service: SmallClinic.service,
                    start: SmallClinic.wanted, by: .staff))),
    ]
}

extension Statement {
    /// The appointments of merged records that overlap each other.
    fileprivate static let doublyBooked: Statement = """
        SELECT a.appointment_id
        FROM patient AS m
            JOIN appointment AS a ON a.clinic_id = m.clinic_id AND a.patient_id = m.patient_id
            JOIN appointment AS b ON b.clinic_id = m.clinic_id AND b.patient_id = m.merged_into
        WHERE a.holds_time AND b.holds_time AND (a.starts_at, a.ends_at) OVERLAPS (b.starts_at, b.ends_at)
        """
}
