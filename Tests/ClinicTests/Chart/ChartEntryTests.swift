import Catalogue
import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests allergies, conditions and medications in a patient's chart.
@Suite struct ChartEntryTests {
    private static let now: Instant = "2026-11-23T12:00:00Z"
    private static let reason = Personal("Of another patient")
    private let patient = Practice.patient(1)
    private let merged = Practice.patient(2)
    private let allergy: ID<Allergy> = 0xa1

    static func penicillin(_ criticality: Criticality = .high) -> ChartEntry {
        .allergy(
            AllergyFacts(
                substance: Personal("Penicillin"), atcCode: Personal("J01C"), group: Personal(.penicillins),
                criticality: criticality, reaction: Personal("Swelling")))
    }

    private func record(
        _ facts: ChartEntry = penicillin(), _ id: UInt64 = 0xa1, of patient: ID<Patient>? = Practice.patient(1)
    ) -> RecordChartEntry { RecordChartEntry((ID(integerLiteral: id) as ID<Allergy>).uuid, of: patient, facts) }

    private func end(_ end: ChartEntryEnd, _ kind: ChartEntryKind = .allergy) -> EndChartEntry {
        EndChartEntry(ChartEntryID(kind, allergy.uuid), end, reason: Self.reason)
    }

    private func document(_ desk: Desk) -> String { desk.given.document(Allergies.self, DocumentKey(allergy)) ?? "" }

    private func alert<P: Projection>(_ model: P.Type, _ desk: Desk) -> String where P.Event == ClinicEvent {
        desk.given.row(P.self, DocumentKey(allergy))?.column("alert", of: P.self)?.shown ?? ""
    }

    @Test func `the document of an allergy has the recorded facts, and a change replaces them`() throws {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        #expect(document(desk).contains(#""substance":"Penicillin","atc_code":"J01C","allergy_group":"penicillins""#))
        #expect(document(desk).contains(#""reaction":"Swelling","status":"current""#))
        let latex = ChartEntry.allergy(AllergyFacts(substance: Personal("Latex"), criticality: .low))
        try desk.run(record(latex, of: nil), at: Self.now.adding(days: 1))
        #expect(document(desk).contains(#""substance":"Latex","criticality":"low","status":"current""#))
        #expect(document(desk).contains(#""recorded_at":"2026-11-23T12:00:00Z""#))
    }

    @Test func `an entry of a chart can be recorded only for a patient who is registered and not erased`() throws {
        var desk = try Desk()
        #expect(desk.rejection(record(of: 0xffff), at: Self.now) == .unknownPatient)
        try desk.run(record(), at: Self.now)
        try desk.run(ErasePatient(patient, reason: .requested), at: Self.now)
        #expect(desk.rejection(record(Self.penicillin(), 0xa2), at: Self.now) == .unknownPatient)
        #expect(desk.rejection(record(of: nil), at: Self.now) == .unknownEntry)
        #expect(desk.rejection(end(.resolved), at: Self.now) == .unknownEntry)
    }

    @Test func `an allergy cannot be changed or resolved by a command for a condition with the allergy's id`() throws {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        let condition = ChartEntry.condition(ConditionFacts(name: Personal("Asthma")))
        #expect(desk.rejection(record(condition, of: nil), at: Self.now) == .unknownEntry)
        #expect(desk.rejection(end(.resolved, .condition), at: Self.now) == .unknownEntry)
    }

    @Test func `a resolved entry of a chart cannot be changed, and can still be marked as entered in error`() throws {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        #expect(try desk.run(end(.resolved), at: Self.now).count == 1)
        #expect(try desk.run(end(.resolved), at: Self.now).isEmpty)
        #expect(document(desk).contains(#""status":"resolved""#))
        #expect(document(desk).contains(#""end_reason":"Of another patient""#))
        #expect(desk.rejection(record(of: nil), at: Self.now) == .ended(.resolved))
        #expect(try desk.run(end(.enteredInError), at: Self.now).count == 1)
        #expect(desk.rejection(end(.resolved), at: Self.now) == .enteredInError)
    }

    @Test func `a patient has at most 200 allergies, including resolved ones, and conditions do not count among them`()
        throws
    {
        var desk = try Desk()
        for number in 1...UInt64(RecordChartEntry.limit) {
            try desk.run(record(Self.penicillin(), number), at: Self.now)
        }
        try desk.run(end(.enteredInError), at: Self.now)
        #expect(desk.rejection(record(Self.penicillin(), 0xfff), at: Self.now) == .tooMany)
        #expect(
            desk.rejection(record(.condition(ConditionFacts(name: Personal("Asthma"))), 0xfff), at: Self.now) == nil)
    }

    @Test func `the facts of an entry are replaced at most a hundred times, and the entry can then still be resolved`()
        throws
    {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        for _ in 1...RecordChartEntry.changeLimit { try desk.run(record(of: nil), at: Self.now) }
        #expect(desk.rejection(record(of: nil), at: Self.now) == .tooManyChanges)
        try desk.run(end(.resolved), at: Self.now)
    }

    @Test func `an allergy is an alert while it is current and its criticality is high`() throws {
        var desk = try Desk()
        try desk.run(record(Self.penicillin(.low)), at: Self.now)
        #expect(alert(Allergies.self, desk).isEmpty)
        try desk.run(record(of: nil), at: Self.now)
        #expect(alert(Allergies.self, desk) == #"{"kind":"allergy","entry_id":"\#(allergy)","text":"Penicillin"}"#)
        try desk.run(end(.resolved), at: Self.now)
        #expect(alert(Allergies.self, desk).isEmpty)
    }

    @Test func `a condition is an alert while it is current and marked as an alert`() throws {
        var desk = try Desk()
        func asthma(_ isAlert: Bool) -> ChartEntry {
            .condition(ConditionFacts(name: Personal("Asthma"), isAlert: isAlert))
        }
        try desk.run(record(asthma(false)), at: Self.now)
        #expect(alert(Conditions.self, desk).isEmpty)
        try desk.run(record(asthma(true), of: nil), at: Self.now)
        #expect(alert(Conditions.self, desk) == #"{"kind":"condition","entry_id":"\#(allergy)","text":"Asthma"}"#)
        try desk.run(end(.enteredInError, .condition), at: Self.now)
        #expect(alert(Conditions.self, desk).isEmpty)
    }

    @Test
    func `changes of allergies and conditions touch the patient in followed lists, and those of medications do not`()
        throws
    {
        var desk = try Desk()
        let touched: [ChartEntry] = [Self.penicillin(.low), .condition(ConditionFacts(name: Personal("Asthma")))]
        for (index, facts) in touched.enumerated() {
            let event = try #require(try desk.run(record(facts, UInt64(index + 1)), at: Self.now).first)
            #expect(event.touches == [.patient(patient)])
        }
        let medication = ChartEntry.medication(MedicationFacts(name: Personal("Metformin")))
        #expect(try desk.run(record(medication, 3), at: Self.now).first?.touches == [])
    }

    @Test func `after a merge, the current allergies of the person are those of both records`() throws {
        var desk = try Desk()
        try desk.run(record(Self.penicillin(), 0xa1), at: Self.now)
        try desk.run(record(Self.penicillin(.low), 0xa2, of: merged), at: Self.now)
        try desk.run(record(Self.penicillin(), 0xa3, of: merged), at: Self.now)
        try desk.run(
            EndChartEntry(ChartEntryID(.allergy, (0xa3 as ID<Allergy>).uuid), .resolved, reason: Self.reason),
            at: Self.now)
        func current(_ patient: ID<Patient>) throws -> Set<ID<Allergy>> {
            try desk.ask(at: Self.now) { model, _ throws(Never) in
                Set(model.currentAllergies(ofPersonWith: patient).map(\.id))
            }
        }
        #expect(try current(patient) == [0xa1])
        try desk.run(MergePatients(merged, into: patient, reason: Self.reason), at: Self.now)
        #expect(try current(patient) == [0xa1, 0xa2])
        #expect(try current(merged) == [0xa1, 0xa2])
    }

    @Test func `clinical records cannot be erased before the retention period of the chart's entries has ended`() throws
    {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        let end = Self.now.adding(days: EraseRecords.daysKept)
        let erase = EraseRecords(patient, .clinical)
        #expect(desk.rejection(erase, at: end.adding(seconds: -1)) == .recordsMustBeKept(until: end))
        try desk.run(erase, at: end)
        #expect(document(desk).contains(#""substance":"(erased)","criticality":"high""#))
        #expect(!document(desk).contains("Swelling"))
        #expect(alert(Allergies.self, desk).isEmpty)
    }
}
