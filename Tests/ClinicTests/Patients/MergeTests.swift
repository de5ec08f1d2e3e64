import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct MergeTests {
    private static let now: Instant = "2026-11-20T08:00:00Z"
    private static let reason = Personal("Registered twice")
    private let kept = Practice.patient(1)
    private let merged = Practice.patient(2)

    private func merge(hasLogin: Bool = false) -> MergePatients {
        MergePatients(merged, into: kept, reason: Self.reason, hasLogin: hasLogin)
    }

    private var unmerge: UnmergePatients { UnmergePatients(kept, reason: Self.reason) }

    private func obstacles(_ desk: Desk, hasLogin: Bool = false, at now: Instant = now) -> [MergeObstacle] {
        guard case .obstacles(let found) = desk.rejection(merge(hasLogin: hasLogin), at: now) else { return [] }
        return found
    }

    private func document(_ patient: ID<Patient>, _ desk: Desk) throws -> String {
        try #require(desk.given.document(Patients.self, DocumentKey(patient)))
    }

    @Test func `a merge is recorded once, and the documents of the two records name each other`() throws {
        var desk = try Desk()
        #expect(try desk.run(merge(), at: Self.now).count == 1)
        #expect(try desk.run(merge(), at: Self.now).isEmpty)
        #expect(try document(merged, desk).contains(#""merged_into":"\#(kept)""#))
        #expect(try document(kept, desk).contains(#""merged_records":["\#(merged)"]"#))
        for patient in [kept, merged] {
            let row = try #require(desk.given.row(Patients.self, DocumentKey(patient)))
            #expect(row.column("own_document", of: Patients.self)?.shown.contains("merged") == false)
        }
    }

    @Test func `an undone merge leaves both records as they were, except for their versions`() throws {
        var desk = try Desk()
        func rows() throws -> [[String]] {
            try [kept, merged].map { patient in
                let row = try #require(desk.given.row(Patients.self, DocumentKey(patient)))
                return ([String(decoding: row.document, as: UTF8.self)] + row.columns.map(\.shown)).map {
                    $0.replacing(#/"version":\d+/#, with: "")
                }
            }
        }
        let before = try rows()
        try desk.run(merge(), at: Self.now)
        #expect(try rows() != before)
        #expect(try desk.run(unmerge, at: Self.now).count == 1)
        #expect(try desk.run(unmerge, at: Self.now).isEmpty)
        #expect(try rows() == before)
        for patient in [kept, merged] { #expect(desk.given.state(.registration(of: patient)).merge == nil) }
    }

    @Test func `a merge with an unknown patient is rejected, and so is the undoing of an unknown patient's merge`()
        throws
    {
        let desk = try Desk()
        let nobody: ID<Patient> = 0xffff
        #expect(desk.rejection(MergePatients(nobody, into: kept, reason: Self.reason), at: Self.now) == .noSuchPatient)
        #expect(desk.rejection(MergePatients(kept, into: nobody, reason: Self.reason), at: Self.now) == .noSuchPatient)
        #expect(desk.rejection(UnmergePatients(nobody, reason: Self.reason), at: Self.now) == .noSuchPatient)
    }

    @Test func `a record cannot be merged into itself`() throws {
        let rejection = try Desk().rejection(MergePatients(kept, into: kept, reason: Self.reason), at: Self.now)
        #expect(rejection == .obstacles([MergeObstacle(.sameRecord, of: kept)]))
    }

    @Test func `a record that is part of a merge cannot be the surviving or the merged record of another merge`() throws
    {
        var desk = try Desk()
        try desk.run(merge(), at: Self.now)
        let third = Practice.patient(3)
        for (other, survivor, busy) in [
            (third, kept, kept), (third, merged, merged), (kept, third, kept), (merged, third, merged),
            (kept, merged, merged),
        ] {
            let again = MergePatients(other, into: survivor, reason: Self.reason)
            guard case .obstacles(let found) = desk.rejection(again, at: Self.now) else {
                Issue.record("\(other) was merged into \(survivor)")
                continue
            }
            #expect(found.contains(MergeObstacle(.mergedAlready, of: busy)))
        }
    }

    @Test func `two records cannot be merged if both had an appointment at the same time, even in the past`() throws {
        var desk = try Desk()
        let own = try desk.book("2026-11-23T09:00:00Z", patient: 1, doctor: 1, at: Self.now)
        try desk.book("2026-11-23T09:00:00Z", patient: 2, doctor: 2, at: Self.now)
        #expect(obstacles(desk) == [MergeObstacle(.sameTime, of: merged)])
        #expect(obstacles(desk, at: "2026-12-23T09:00:00Z") == [MergeObstacle(.sameTime, of: merged)])
        try desk.run(CancelAppointment(AppointmentTarget(own), reason: Personal("Double")), at: Self.now)
        #expect(obstacles(desk).isEmpty)
    }

    @Test func `a visit under way prevents a merge until the patient has left`() throws {
        var desk = try Desk()
        let visit = try desk.book("2026-11-23T09:00:00Z", patient: 2, at: Self.now)
        let nine: Instant = "2026-11-23T09:00:00Z"
        try desk.advance(.checkIn, visit, at: nine)
        #expect(obstacles(desk, at: nine) == [MergeObstacle(.visitUnderWay, of: merged)])
        try desk.advance(.start, visit, at: nine)
        #expect(obstacles(desk, at: nine) == [MergeObstacle(.visitUnderWay, of: merged)])
        try desk.advance(.complete, visit, at: nine)
        #expect(obstacles(desk, at: nine).isEmpty)
    }

    @Test func `a held time prevents a merge until the hold has expired`() throws {
        var desk = try Desk()
        let hold = HoldSlot(
            0xa0, patient: kept, service: Practice.service(1), start: "2026-11-23T09:00:00Z", by: .staff)
        try desk.run(hold, at: Self.now)
        #expect(obstacles(desk) == [MergeObstacle(.heldTime, of: kept)])
        #expect(obstacles(desk, at: Self.now.adding(minutes: 5)).isEmpty)
    }

    @Test func `a record with a plan of check-ins cannot be merged into another one, but can be the surviving record`()
        throws
    {
        let terms = CheckInTerms(try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 7_200_000)))
        var desk = try Desk()
        try desk.run(StartCheckIns(0xe0, of: kept, terms), at: Self.now)
        #expect(obstacles(desk).isEmpty)
        try desk.run(StartCheckIns(0xe1, of: merged, terms), at: Self.now)
        #expect(obstacles(desk) == [MergeObstacle(.checkIns, of: merged)])
        try desk.run(EndCheckIns(of: merged), at: Self.now)
        #expect(obstacles(desk).isEmpty)
    }

    @Test func `an open draft of an invoice prevents a merge until it is discarded or issued`() throws {
        for isIssued in [true, false] {
            var desk = try Desk()
            let line = Books.line(100)
            let invoice = IssueInvoice(invoice: 0xb1, patient: merged, appointment: nil, lines: [line])
            try desk.run(SaveInvoiceDraft(invoice, isChange: false), at: Self.now)
            #expect(obstacles(desk) == [MergeObstacle(.openDraft, of: merged)])
            if isIssued {
                try desk.run(IssueInvoiceDraft(0xb1), at: Self.now)
            } else {
                try desk.run(DiscardInvoiceDraft(0xb1), at: Self.now)
            }
            #expect(obstacles(desk).isEmpty)
        }
    }

    @Test func `a merge is refused with all its obstacles at once`() throws {
        var desk = try Desk()
        try desk.run(NameGuardian(kept, of: merged), at: Self.now)
        try desk.run(NameGuardian(merged, of: kept), at: Self.now)
        try desk.run(SetFamilyAccount(kept, members: [merged]), at: Self.now)
        try desk.run(SetFamilyAccount(merged, members: [Practice.patient(3)]), at: Self.now)
        try desk.run(RestrictRecord(kept, true), at: Self.now)
        try desk.run(ErasePatient(merged, reason: .requested), at: Self.now)
        let expected: [MergeObstacle] = [
            MergeObstacle(.restricted, of: kept), MergeObstacle(.erased, of: merged),
            MergeObstacle(.guardianOfOther, of: kept), MergeObstacle(.guardianOfOther, of: merged),
            MergeObstacle(.familyAccount, of: kept), MergeObstacle(.familyAccount, of: merged),
            MergeObstacle(.login, of: merged),
        ]
        #expect(obstacles(desk, hasLogin: true) == expected)
    }

    @Test func `neither the surviving nor the merged record can be erased or restricted until the merge is undone`()
        throws
    {
        var desk = try Desk()
        try desk.run(merge(), at: Self.now)
        for (record, other) in [(kept, merged), (merged, kept)] {
            #expect(desk.rejection(ErasePatient(record, reason: .requested), at: Self.now) == .merged(with: other))
            #expect(desk.rejection(RestrictRecord(record, true), at: Self.now) == .merged(with: other))
            #expect(
                desk.rejection(ErasePatient(record, reason: .requested, isRepeated: true), at: Self.now) == nil,
                "an erasure that is repeated after a restore")
        }
        try desk.run(unmerge, at: Self.now)
        for record in [kept, merged] {
            #expect(desk.rejection(ErasePatient(record, reason: .requested), at: Self.now) == nil)
            #expect(desk.rejection(RestrictRecord(record, true), at: Self.now) == nil)
        }
    }

    @Test func `the registration of a patient who resembles a merged record is refused with the surviving record's id`()
        throws
    {
        let details = PatientDetails(
            given: Personal("Ann"), family: Personal("Miller"), birthDate: Personal("1980-01-31"), gender: nil,
            contact: PatientContact(phone: nil, email: nil, address: nil, language: nil), note: nil)
        var desk = try Desk()
        let twice: ID<Patient> = 0x70
        try desk.run(RegisterPatient(twice, details), at: Self.now)
        try desk.run(MergePatients(twice, into: kept, reason: Self.reason), at: Self.now)
        let again = RegisterPatient(0x71, details)
        #expect(desk.rejection(again, at: Self.now) == .possibleDuplicate(of: [kept]))
        #expect(desk.rejection(ChangePatientDetails(kept, details), at: Self.now) == nil)
        try desk.run(unmerge, at: Self.now)
        #expect(desk.rejection(again, at: Self.now) == .possibleDuplicate(of: [twice]))
    }
}
