import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the relation of a patient to a record, on which each access of a guardian depends.
@Suite struct RecordRelationTests {
    private static let sunday: Instant = "2026-03-01T12:00:00Z"
    fileprivate static let guardian = Practice.patient(2)
    fileprivate static let patient = Practice.patient(1)

    private func relation(_ desk: Desk) -> RecordRelation {
        desk.rejection(Asking(), at: Self.sunday)?.relation ?? .own
    }

    /// A decision that is always rejected, and whose rejection tells the guardian's relation to the patient's record.
    private struct Asking: Decision {
        struct Answer: Error { let relation: RecordRelation }

        func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Answer) -> [ClinicEvent] {
            throw Answer(relation: model.relation(of: RecordRelationTests.guardian, to: RecordRelationTests.patient))
        }
    }

    @Test func `a guardian reads, writes if the clinic permits it, and does neither while the record is restricted`()
        throws
    {
        var desk = try Desk()
        #expect(relation(desk) == .none)
        try desk.run(NameGuardian(Self.guardian, of: Self.patient), at: Self.sunday)
        #expect(relation(desk) == .readingGuardian)
        try desk.letGuardiansAct(at: Self.sunday)
        #expect(relation(desk) == .guardian)
        try desk.run(RestrictRecord(Self.patient, true), at: Self.sunday)
        #expect(relation(desk) == .none)
        try desk.run(RestrictRecord(Self.patient, false), at: Self.sunday)
        #expect(relation(desk) == .guardian)
        try desk.run(ReleaseGuardian(Self.guardian, of: Self.patient, isOwn: true), at: Self.sunday)
        #expect(relation(desk) == .none)
        let again = ReleaseGuardian(Self.guardian, of: Self.patient, isOwn: true)
        #expect(desk.rejection(again, at: Self.sunday) == .noGuardian)
    }
    @Test func `a patient can end the right of a guardian whose record was merged into another record`() throws {
        var desk = try Desk()
        try desk.run(NameGuardian(Self.guardian, of: Self.patient), at: Self.sunday)
        let survivor = Practice.patient(3)
        try desk.run(MergePatients(Self.guardian, into: survivor, reason: Personal("Twice")), at: Self.sunday)
        let end = ReleaseGuardian(Self.guardian, of: Self.patient, isOwn: true)
        try desk.run(end, at: Self.sunday)
        #expect(desk.rejection(end, at: Self.sunday) == .noGuardian)
    }
}
