import Catalogue
import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct PrescriptionTests {
    private static let patient = Practice.patient(1)
    private static let doctor = Practice.doctor(1)
    private static let first: ID<Prescription> = 0x91
    private static let reason = Personal("Rash")

    private func prescribe(
        _ drug: Drug?, _ order: PrescriptionOrder = SampleDrugs.order(), as id: ID<Prescription> = Self.first,
        for patient: ID<Patient> = Self.patient
    ) -> PrescribeDrug {
        PrescribeDrug(id, of: drug, for: patient, by: Self.doctor, order, comparing: SampleDrugs.formulary)
    }

    /// A clinic in which a doctor has prescribed amoxicillin.
    private func prescribed(_ order: PrescriptionOrder = SampleDrugs.order()) throws -> Desk {
        var desk = try Desk()
        try desk.run(prescribe(try SampleDrugs.amoxicillin(), order), at: noon)
        return desk
    }

    private func document(_ desk: Desk, _ id: ID<Prescription> = Self.first) throws -> String {
        try #require(desk.given.document(Prescriptions.self, DocumentKey(id)))
    }

    @Test func `a prescription has the catalogue's facts about the drug, and is valid for 90 days by default`() throws {
        let text = try document(try prescribed(SampleDrugs.order(instructions: "With water")))
        #expect(text.contains(#""status":"active""#))
        #expect(text.contains(#""issued_on":"2026-11-23","valid_until":"2027-02-21""#))
        #expect(text.contains(#""name":"amoxicillin","atc_codes":["J01CA04"],"ingredients":["amoxicillin"]"#))
        #expect(text.contains(#""dose":{"value":500,"unit":"mg"}"#))
        #expect(text.contains(#""instructions":"With water""#))
        #expect(!text.contains("override"))
    }

    @Test func `a drug that the catalogue does not have or no longer offers cannot be prescribed`() throws {
        let desk = try Desk()
        #expect(desk.rejection(prescribe(nil), at: noon) == .unknownDrug)
        #expect(desk.rejection(prescribe(try SampleDrugs.ibuprofen(isWithdrawn: true)), at: noon) == .withdrawn)
    }

    @Test func `a drug cannot be prescribed for an unknown or erased patient`() throws {
        var desk = try Desk()
        let drug = try SampleDrugs.ibuprofen()
        #expect(desk.rejection(prescribe(drug, for: 0xdead), at: noon) == .unknownPatient)
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: noon)
        #expect(desk.rejection(prescribe(drug), at: noon) == .unknownPatient)
    }

    @Test func `the last valid day of a prescription cannot be before today or more than a year later`() throws {
        let desk = try Desk()
        let drug = try SampleDrugs.ibuprofen()
        func rejection(_ day: CivilDate) -> PrescribeDrug.Rejection? {
            desk.rejection(prescribe(drug, SampleDrugs.order(validUntil: day)), at: noon)
        }
        #expect(rejection("2026-11-22") == .badValidity)
        #expect(rejection("2026-11-23") == nil)
        #expect(rejection("2027-11-23") == nil)
        #expect(rejection("2027-11-24") == .badValidity)
    }

    @Test func `the number of a patient's prescriptions is limited in each calendar year`() throws {
        var desk = try Desk()
        let drug = try SampleDrugs.ibuprofen()
        for number in 1...UInt64(PrescribeDrug.limit) {
            let id: ID<Prescription> = ID(integerLiteral: 0x1000 + number)
            try desk.run(prescribe(drug, as: id), at: noon)
            try desk.run(EndPrescription(id, .cancelled, reason: Self.reason), at: noon)
        }
        #expect(desk.rejection(prescribe(drug), at: noon) == .tooMany)
        #expect(desk.rejection(prescribe(drug), at: "2027-01-01T11:00:00Z") == nil)
    }

    @Test
    func `a repeated dispensing counts once, and a prescription is completed after the dispensing of all refills`()
        throws
    {
        var desk = try prescribed(SampleDrugs.order(refills: 1))
        func dispense(_ number: Int) -> DispensePrescription { DispensePrescription(Self.first, number: number) }
        #expect(desk.rejection(dispense(2), at: noon) == .otherNumber(next: 1))
        #expect(try desk.run(dispense(1), at: noon).count == 1)
        #expect(try desk.run(dispense(1), at: noon).isEmpty)
        #expect(try document(desk).contains(#""status":"active""#))
        try desk.run(dispense(2), at: noon)
        let text = try document(desk)
        #expect(text.contains(#""status":"completed""#))
        #expect(text.contains(#""dispensings":[{"number":1,"dispensed_at":"#))
        #expect(desk.rejection(dispense(3), at: noon) == .impossible(.completed))
    }

    @Test func `a prescription can be dispensed until the end of its last valid day in the clinic's time zone`()
        throws
    {
        let desk = try prescribed(SampleDrugs.order(validUntil: "2026-11-30"))
        let dispense = DispensePrescription(Self.first, number: 1)
        // The clinic is in Berlin, which is an hour ahead of UTC in winter.
        #expect(desk.rejection(dispense, at: "2026-11-30T22:59:59Z") == nil)
        #expect(desk.rejection(dispense, at: "2026-11-30T23:00:00Z") == .impossible(.expired))
    }

    @Test func `a prescription can be cancelled before its first dispensing, and stopped after it`() throws {
        var desk = try prescribed()
        let cancel = EndPrescription(Self.first, .cancelled, reason: Self.reason)
        #expect(desk.rejection(cancel, at: noon) == nil)
        try desk.run(DispensePrescription(Self.first, number: 1), at: noon)
        #expect(desk.rejection(cancel, at: noon) == .impossible(.completed))
        let stop = EndPrescription(Self.first, .stopped, reason: Self.reason)
        try desk.run(stop, at: noon)
        #expect(try desk.run(stop, at: noon).isEmpty)
        #expect(try document(desk).contains(#""status":"stopped""#))
        #expect(try document(desk).contains(#""reason":"Rash""#))
        #expect(desk.rejection(cancel, at: noon) == .impossible(.stopped))
        #expect(desk.rejection(DispensePrescription(Self.first, number: 2), at: noon) == .impossible(.stopped))
    }

    @Test func `a prescription that was dispensed and has refills left cannot be cancelled`() throws {
        var desk = try prescribed(SampleDrugs.order(refills: 3))
        try desk.run(DispensePrescription(Self.first, number: 1), at: noon)
        let cancel = EndPrescription(Self.first, .cancelled, reason: Self.reason)
        #expect(desk.rejection(cancel, at: noon) == .dispensed)
    }

    @Test func `an ended prescription can be marked as entered in error, and cannot be stopped afterwards`() throws {
        var desk = try prescribed()
        try desk.run(EndPrescription(Self.first, .cancelled, reason: Self.reason), at: noon)
        try desk.run(EndPrescription(Self.first, .enteredInError, reason: Self.reason), at: noon)
        #expect(try document(desk).contains(#""status":"entered_in_error""#))
        let stop = EndPrescription(Self.first, .stopped, reason: Self.reason)
        #expect(desk.rejection(stop, at: noon) == .impossible(.enteredInError))
    }

    @Test func `an unknown prescription and a prescription of an erased patient can be neither dispensed nor stopped`()
        throws
    {
        var desk = try prescribed()
        let stop = EndPrescription(Self.first, .stopped, reason: Self.reason)
        #expect(desk.rejection(EndPrescription(0x99, .stopped, reason: Self.reason), at: noon) == .unknown)
        #expect(desk.rejection(DispensePrescription(0x99, number: 1), at: noon) == .unknown)
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: noon)
        #expect(desk.rejection(stop, at: noon) == .unknown)
        #expect(desk.rejection(DispensePrescription(Self.first, number: 1), at: noon) == .unknown)
    }

    @Test
    func `the erasure of clinical records erases a prescription's drug and reason, and keeps its status and date`()
        throws
    {
        var desk = try prescribed()
        try desk.run(EndPrescription(Self.first, .stopped, reason: Self.reason), at: noon)
        let erase = EraseRecords(Self.patient, .clinical)
        let end = noon.adding(days: EraseRecords.daysKept)
        #expect(desk.rejection(erase, at: noon) == .recordsMustBeKept(until: end))
        try desk.run(erase, at: end)
        let text = try document(desk)
        #expect(!text.contains("amoxicillin") && !text.contains("Rash"))
        #expect(text.contains(#""status":"stopped""#) && text.contains(#""issued_on":"2026-11-23""#))
    }
}
