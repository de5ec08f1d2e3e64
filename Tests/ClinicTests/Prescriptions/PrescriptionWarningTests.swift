import Catalogue
import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests the warnings with which a prescription is refused, and the override with which a doctor prescribes in spite
/// of them.
@Suite struct PrescriptionWarningTests {
    private static let patient = Practice.patient(1)
    private static let first: ID<Prescription> = 0x91
    private static let twice = PrescriptionWarning(
        kind: .sameIngredient, substance: "amoxicillin", prescriptions: [first])

    private func prescribe(
        _ id: ID<Prescription>, _ drug: Drug, for patient: ID<Patient> = Self.patient,
        _ order: PrescriptionOrder = SampleDrugs.order()
    ) -> PrescribeDrug {
        PrescribeDrug(id, of: drug, for: patient, by: Practice.doctor(1), order, comparing: SampleDrugs.formulary)
    }

    private func prescribed(_ order: PrescriptionOrder = SampleDrugs.order()) throws -> Desk {
        var desk = try Desk()
        try desk.run(prescribe(Self.first, try SampleDrugs.amoxicillin(), order), at: noon)
        return desk
    }

    /// The rejection of a second prescription of a drug with the same ingredient; `nil` if it is accepted.
    private func second(_ desk: Desk, at now: Instant) throws -> PrescribeDrug.Rejection? {
        desk.rejection(prescribe(0x92, try SampleDrugs.coAmoxiclav()), at: now)
    }

    @Test
    func `a drug with an ingredient of an active prescription is refused with a warning that names the prescription`()
        throws
    {
        let desk = try prescribed()
        #expect(try second(desk, at: noon) == .warnings([Self.twice]))
        #expect(desk.rejection(prescribe(0x92, try SampleDrugs.ibuprofen()), at: noon) == nil)
        let other = prescribe(0x92, try SampleDrugs.coAmoxiclav(), for: Practice.patient(2))
        #expect(desk.rejection(other, at: noon) == nil)
    }

    @Test func `a warning names at most a thousand prescriptions, so that an event can store the warning`() throws {
        let drug = PrescribedDrug(try SampleDrugs.amoxicillin())
        let inUse = (1...1_001).map { (id: ID<Prescription>(integerLiteral: $0), drug: drug) }
        let warning = try #require(
            PrescriptionWarning.all(about: drug, Therapy(prescriptions: inUse), comparing: SampleDrugs.formulary).first)
        let read = try PrescriptionWarning.codec.decode(parsing: PrescriptionWarning.codec.bytes(warning))
        #expect(read.prescriptions.count == 1_000)
    }

    @Test func `a prescription of the year before gives a warning while it is valid`() throws {
        let desk = try prescribed(SampleDrugs.order(validUntil: "2027-01-15"))
        #expect(try second(desk, at: "2027-01-15T11:00:00Z") == .warnings([Self.twice]))
        #expect(try second(desk, at: "2027-01-16T11:00:00Z") == nil)
    }

    @Test func `a completed prescription gives a warning until the drug of its last dispensing is used up`() throws {
        var desk = try prescribed(SampleDrugs.order(days: 10, validUntil: "2026-11-24"))
        try desk.run(DispensePrescription(Self.first, number: 1), at: noon)
        #expect(try second(desk, at: "2026-12-03T11:00:00Z") == .warnings([Self.twice]))
        #expect(try second(desk, at: "2026-12-04T11:00:00Z") == nil)
    }

    @Test func `a prescription of two years before gives a warning until the drug of its last dispensing is used up`()
        throws
    {
        var desk = try prescribed(SampleDrugs.order(days: 366, validUntil: "2027-11-23"))
        try desk.run(DispensePrescription(Self.first, number: 1), at: "2027-11-20T11:00:00Z")
        #expect(try second(desk, at: "2028-11-20T11:00:00Z") == .warnings([Self.twice]))
        #expect(try second(desk, at: "2028-11-21T11:00:00Z") == nil)
    }

    @Test(arguments: PrescriptionEnd.allCases)
    func `a prescription that was stopped, cancelled or entered in error gives no warning`(_ end: PrescriptionEnd)
        throws
    {
        var desk = try prescribed()
        try desk.run(EndPrescription(Self.first, end, reason: Personal("Rash")), at: noon)
        #expect(try second(desk, at: noon) == nil)
    }

    @Test func `a prescription is recorded if its override names all warnings, and refused if the override lacks one`()
        throws
    {
        var desk = try prescribed()
        func overriding(_ warnings: [PrescriptionWarning]) throws -> PrescribeDrug {
            let override = WarningOverride(reason: "Higher dose", warnings: warnings)
            return prescribe(0x92, try SampleDrugs.coAmoxiclav(), SampleDrugs.order(override: override))
        }
        let other = PrescriptionWarning(kind: .allergy, substance: "penicillins")
        #expect(desk.rejection(try overriding([other]), at: noon) == .warnings([Self.twice]))
        try desk.run(try overriding([other, Self.twice]), at: noon)
        let text = try #require(desk.given.document(Prescriptions.self, DocumentKey(0x92 as ID<Prescription>)))
        #expect(
            text.contains(
                #""override":{"reason":"Higher dose","warnings":[{"kind":"same_ingredient","substance":"amoxicillin","#)
        )
        #expect(!text.contains("penicillins\"}"))
    }

    @Test func `an override of a prescription that has no warning is not recorded`() throws {
        var desk = try Desk()
        let override = WarningOverride(reason: "To be sure", warnings: [Self.twice])
        try desk.run(
            prescribe(Self.first, try SampleDrugs.ibuprofen(), SampleDrugs.order(override: override)), at: noon)
        let text = try #require(desk.given.document(Prescriptions.self, DocumentKey(Self.first)))
        #expect(!text.contains("override"))
    }

    @Test func `a prescription of a merged record gives a warning for the surviving record until the merge is undone`()
        throws
    {
        var desk = try prescribed()
        let (merged, kept) = (Self.patient, Practice.patient(2))
        try desk.run(MergePatients(merged, into: kept, reason: Personal("Registered twice")), at: noon)
        let other = prescribe(0x92, try SampleDrugs.coAmoxiclav(), for: kept)
        #expect(desk.rejection(other, at: noon) == .warnings([Self.twice]))
        try desk.run(UnmergePatients(kept, reason: Personal("Two people")), at: noon)
        #expect(desk.rejection(other, at: noon) == nil)
    }

    @Test func `an allergy gives a warning for a drug that matches the allergy's substance, ATC code, drug or group`()
        throws
    {
        let drug = PrescribedDrug(try SampleDrugs.coAmoxiclav())
        func warnings(_ allergies: KnownAllergy...) -> [String] {
            PrescriptionWarning.all(
                about: drug, Therapy(allergies: allergies), comparing: SampleDrugs.formulary
            ).map { "\($0.kind) \($0.substance)" }
        }
        #expect(warnings(KnownAllergy(substance: "Clavulánic Acid")) == ["allergy Clavulánic Acid"])
        #expect(warnings(KnownAllergy(substance: "Mould", atcCode: "J01C")) == ["allergy Mould"])
        #expect(warnings(KnownAllergy(substance: "Mould", drug: 0xd2)) == ["allergy Mould"])
        #expect(warnings(KnownAllergy(substance: "Mould", group: .penicillins)) == ["allergy Mould"])
        let other = KnownAllergy(substance: "ibuprofen", atcCode: "M01", drug: 0xd3, group: .nsaids)
        #expect(warnings(other, KnownAllergy(substance: "Mould", group: .latex)).isEmpty)
    }

    @Test func `a drug that a recorded allergy concerns is refused with a warning until the allergy is resolved`()
        throws
    {
        var desk = try Desk()
        let facts = AllergyFacts(
            substance: Personal("Penicillin"), atcCode: Personal("J01C"), criticality: .high)
        let allergy: ID<Allergy> = 0xa1
        try desk.run(RecordChartEntry(allergy.uuid, of: Self.patient, .allergy(facts)), at: noon)
        let warning = PrescriptionWarning(kind: .allergy, substance: "Penicillin")
        #expect(desk.rejection(prescribe(0x92, try SampleDrugs.amoxicillin()), at: noon) == .warnings([warning]))
        #expect(desk.rejection(prescribe(0x92, try SampleDrugs.ibuprofen()), at: noon) == nil)
        let resolve =
            EndChartEntry(ChartEntryID(.allergy, allergy.uuid), .resolved, reason: Personal("Healed"))
        try desk.run(resolve, at: noon)
        #expect(desk.rejection(prescribe(0x92, try SampleDrugs.amoxicillin()), at: noon) == nil)
    }
}
