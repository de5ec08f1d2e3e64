import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct ConsentTests {
    private static let patient = Practice.patient(1)
    private static let template: ID<ConsentTemplate> = 0x61
    private static let consent: ID<Consent> = 0x51
    private static let wording = ConsentWording(title: "Extraction", text: "I agree that the tooth is extracted.")
    private static let signature = Personal(ConsentSignature(name: "Pat", drawing: "M1 1 L2 2"))
    private static let reader = RestrictionTests.reader(7)

    private func present(
        _ id: ID<Consent> = ConsentTests.consent, appointment: ID<Appointment>? = nil, service: ID<Service>? = nil
    ) -> PresentConsent {
        PresentConsent(
            id, to: Self.patient, by: Self.reader, Self.template, appointment: appointment, service: service)
    }

    private func sign(by signer: FormSigner = .patient(ConsentTests.patient), file: ID<PatientFile>? = nil)
        -> SignConsent
    {
        SignConsent(Self.consent, by: signer, Self.signature, file: file)
    }

    private func withTemplate() throws -> Desk {
        var desk = try Desk()
        try desk.run(SetConsentTemplate(Self.template, Self.wording, isNew: true), at: noon)
        return desk
    }

    private func presented() throws -> Desk {
        var desk = try withTemplate()
        try desk.run(present(), at: noon)
        return desk
    }

    private func document(_ desk: Desk) throws -> String {
        try #require(desk.given.document(Consents.self, DocumentKey(Self.consent)))
    }

    @Test func `a consent keeps the wording and the template's number with which it was presented`() throws {
        var desk = try presented()
        let next = ConsentWording(title: "Extraction", text: "Another text.")
        try desk.run(SetConsentTemplate(Self.template, next, isNew: false), at: noon)
        try desk.run(sign(), at: noon)
        let text = try document(desk)
        #expect(text.contains(#""template_number":1"#))
        #expect(text.contains(#""text":"I agree that the tooth is extracted.""#))
        #expect(text.contains(#""status":"signed""#))
        #expect(text.contains(#""signature":{"signed_name":"Pat","drawing":"M1 1 L2 2"}"#))
        let template = try #require(desk.given.document(ConsentTemplates.self, DocumentKey(Self.template)))
        #expect(template.contains(#""number":2"#) && template.contains("Another text."))
    }

    @Test func `a retired template for consents cannot be presented and cannot get a new wording`() throws {
        var desk = try withTemplate()
        try desk.run(RetireConsentTemplate(Self.template), at: noon)
        #expect(try desk.run(RetireConsentTemplate(Self.template), at: noon).isEmpty)
        #expect(desk.rejection(present(), at: noon) == .retired)
        let change = SetConsentTemplate(Self.template, Self.wording, isNew: false)
        #expect(desk.rejection(change, at: noon) == .retired)
    }

    @Test
    func `an equal wording of a template for consents appends no event, and an unknown template cannot be changed`()
        throws
    {
        var desk = try withTemplate()
        #expect(try desk.run(SetConsentTemplate(Self.template, Self.wording, isNew: false), at: noon).isEmpty)
        #expect(desk.rejection(SetConsentTemplate(0x69, Self.wording, isNew: false), at: noon) == .unknown)
    }

    @Test func `a consent can name an appointment of its patient and a service of the clinic, and no other ones`()
        throws
    {
        var desk = try withTemplate()
        let own = try desk.book("2026-11-24T08:00:00Z", at: noon)
        let other = try desk.book("2026-11-24T10:00:00Z", patient: 2, at: noon)
        #expect(desk.rejection(present(appointment: other), at: noon) == .unknownAppointment)
        #expect(desk.rejection(present(service: 0xdead), at: noon) == .unknownService)
        try desk.run(present(appointment: own, service: Practice.service(1)), at: noon)
        #expect(try document(desk).contains(#""appointment_id":"\#(own)""#))
    }

    @Test func `a consent can be signed once, by the patient, by a guardian or on the clinic's tablet`() throws {
        var desk = try presented()
        let guardian = Practice.patient(2)
        #expect(desk.rejection(sign(by: .patient(guardian)), at: noon) == .unknown)
        #expect(desk.rejection(sign(by: .staff(Self.reader)), at: noon) == nil)
        try desk.run(NameGuardian(guardian, of: Self.patient), at: noon)
        #expect(desk.rejection(sign(by: .patient(guardian)), at: noon) == .guardianMayNotWrite)
        let withdraw = WithdrawConsent(Self.consent, by: .patient(guardian), reason: Personal("No"))
        #expect(desk.rejection(withdraw, at: noon) == .guardianMayNotWrite)
        try desk.letGuardiansAct(at: noon)
        try desk.run(sign(by: .patient(guardian)), at: noon)
        #expect(try document(desk).contains(#""guardian_id":"\#(guardian)""#))
        #expect(desk.rejection(sign(), at: noon) == .impossible(.signed))
    }

    @Test func `a withdrawn consent keeps its signature and its text, and cannot be signed again`() throws {
        var desk = try presented()
        try desk.run(sign(), at: noon)
        let withdraw = WithdrawConsent(Self.consent, by: .patient(Self.patient), reason: Personal("Afraid"))
        try desk.run(withdraw, at: noon)
        #expect(try desk.run(withdraw, at: noon).isEmpty)
        let text = try document(desk)
        #expect(text.contains(#""status":"withdrawn""#))
        #expect(text.contains("M1 1 L2 2") && text.contains("Afraid") && text.contains("extracted"))
        #expect(desk.rejection(sign(), at: noon) == .impossible(.withdrawn))
    }

    @Test func `the signature of a consent cannot name a removed file or another patient's file`() throws {
        var desk = try presented()
        let reader = RestrictionTests.reader(8, .doctor)
        for (number, patient) in [(0xf1, Self.patient), (0xf2, Practice.patient(2))] as [(ID<PatientFile>, ID<Patient>)]
        {
            let added = FileTests.added(number, of: patient)
            try desk.run(AddFile(added, by: .staff(reader), within: FileLimits(bytes: 1_000)), at: noon)
        }
        #expect(desk.rejection(sign(file: 0xf2), at: noon) == .unknownFile)
        #expect(desk.rejection(sign(file: 0xf1), at: noon) == nil)
        try desk.run(RemoveFile(0xf1, by: reader, reason: Personal("Blurred")), at: noon)
        #expect(desk.rejection(sign(file: 0xf1), at: noon) == .unknownFile)
    }

    @Test func `a consent can name an appointment and a file of the record that was merged into the patient's`()
        throws
    {
        var desk = try withTemplate()
        let merged = Practice.patient(2)
        let reader = RestrictionTests.reader(8, .doctor)
        let added = FileTests.added(0xf2, of: merged)
        try desk.run(AddFile(added, by: .staff(reader), within: FileLimits(bytes: 1_000)), at: noon)
        let visit = try desk.book("2026-11-24T10:00:00Z", patient: 2, at: noon)
        try desk.run(MergePatients(merged, into: Self.patient, reason: Personal("Registered twice")), at: noon)
        try desk.run(present(appointment: visit), at: noon)
        try desk.run(sign(file: 0xf2), at: noon)
    }

    @Test func `staff without access can neither present, sign nor withdraw a consent of a restricted record`() throws {
        var desk = try presented()
        try desk.run(RestrictRecord(Self.patient, true), at: noon)
        #expect(desk.rejection(present(0x52), at: noon) == .restricted)
        #expect(desk.rejection(sign(by: .staff(Self.reader)), at: noon) == .restricted)
        let withdraw = WithdrawConsent(Self.consent, by: .staff(Self.reader), reason: nil)
        #expect(desk.rejection(withdraw, at: noon) == .restricted)
        try desk.run(sign(), at: noon)
    }

    @Test func `a consent of a merged record can be signed by the patient of the surviving record`() throws {
        var desk = try presented()
        let kept = Practice.patient(2)
        try desk.run(MergePatients(Self.patient, into: kept, reason: Personal("Registered twice")), at: noon)
        try desk.run(sign(by: .patient(kept)), at: noon)
        let text = try document(desk)
        #expect(text.contains(#""status":"signed""#) && !text.contains("guardian_id"))
    }

    @Test func `the erasure of clinical records erases text, signature and withdrawal reason of a consent`() throws {
        var desk = try presented()
        try desk.run(sign(), at: noon)
        try desk.run(WithdrawConsent(Self.consent, by: .patient(Self.patient), reason: Personal("Afraid")), at: noon)
        try desk.run(EraseRecords(Self.patient, .clinical), at: noon.adding(days: EraseRecords.daysKept))
        let text = try document(desk)
        #expect(!text.contains("extracted") && !text.contains("Pat\"") && !text.contains("Afraid"))
        #expect(text.contains(#""status":"withdrawn""#))
    }
}
