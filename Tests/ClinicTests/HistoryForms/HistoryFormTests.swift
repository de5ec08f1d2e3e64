import Clinic
import Endpoints
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct HistoryFormTests {
    private static let patient = Practice.patient(1)
    private static let first: ID<HistoryForm> = 0x81

    private func fill(
        _ draft: HistoryDraft = SampleForms.draft(), _ id: ID<HistoryForm> = HistoryFormTests.first,
        by signer: FormSigner = .patient(HistoryFormTests.patient)
    ) -> FillHistoryForm { FillHistoryForm(id, of: Self.patient, by: signer, .signed(draft)) }

    private func withTemplate() throws -> Desk {
        var desk = try Desk()
        try desk.run(SetHistoryTemplate(0x71, try SampleForms.questions()), at: noon)
        return desk
    }

    private func document(_ desk: Desk, _ id: ID<HistoryForm> = Self.first) throws -> String {
        try #require(desk.given.document(HistoryForms.self, DocumentKey(id)))
    }

    @Test
    func `a clinic without own questions uses the built-in medical history form, in which no two keys are the same`()
        throws
    {
        let questions = HistoryTemplate.builtIn.questions
        #expect(questions.count > 10)
        #expect(Set(questions.map(\.key)).count == questions.count)
        var desk = try Desk()
        let answers = questions.filter(\.isRequired).map { ($0.key, HistoryAnswer.yesNo(false)) }
        try desk.run(fill(SampleForms.draft(0, answers)), at: noon)
    }

    @Test func `a signed medical history form has the questions as they were asked, the answers and the typed name`()
        throws
    {
        var desk = try withTemplate()
        try desk.run(fill(), at: noon)
        let text = try document(desk)
        #expect(text.contains(#""source":"app""#))
        #expect(text.contains(#""filled_on":"2026-11-23","valid_until":"2027-11-23","template":1"#))
        #expect(text.contains(#""text":"Do you have diabetes?""#))
        #expect(text.contains(#""answer":{"yes_no":true}"#))
        #expect(text.contains(#""signed_name":"Pat""#))
        #expect(!text.contains("guardian_id"))
    }

    @Test func `a medical history form is refused if its template is not the current one`() throws {
        var desk = try withTemplate()
        #expect(desk.rejection(fill(SampleForms.draft(0)), at: noon) == .otherTemplate(current: 1))
        try desk.run(SetHistoryTemplate(0x72, try SampleForms.questions()), at: noon)
        #expect(desk.rejection(fill(), at: noon) == .otherTemplate(current: 2))
    }

    @Test
    func `an answer of a medical history form must fit its question, and a required question must be answered once`()
        throws
    {
        let desk = try withTemplate()
        func rejection(_ answers: (String, HistoryAnswer)...) -> FillHistoryForm.Rejection? {
            desk.rejection(fill(SampleForms.draft(1, answers)), at: noon)
        }
        let yes = ("diabetes", HistoryAnswer.yesNo(true))
        #expect(rejection() == .unanswered(key: "diabetes"))
        #expect(rejection(yes, yes) == .answeredTwice(index: 1))
        #expect(rejection(yes, ("weight", .number(1))) == .unknownQuestion(index: 1))
        #expect(rejection(("diabetes", .text("Yes"))) == .badAnswer(index: 0))
        #expect(rejection(yes, ("smoking", .choice("hourly"))) == .badAnswer(index: 1))
        #expect(rejection(yes, ("smoking", .choice("daily"))) == nil)
    }

    @Test
    func `a guardian signs a dependant's history form if the clinic lets guardians act, and another patient cannot`()
        throws
    {
        var desk = try withTemplate()
        let guardian = Practice.patient(2)
        #expect(desk.rejection(fill(by: .patient(guardian)), at: noon) == .unknownPatient)
        try desk.run(NameGuardian(guardian, of: Self.patient), at: noon)
        #expect(desk.rejection(fill(by: .patient(guardian)), at: noon) == .guardianMayNotWrite)
        try desk.letGuardiansAct(at: noon)
        try desk.run(fill(by: .patient(guardian)), at: noon)
        #expect(try document(desk).contains(#""guardian_id":"\#(guardian)""#))
    }

    @Test func `the outline of a medical history form from the clinic's tablet has neither answers nor a signature`()
        throws
    {
        var desk = try withTemplate()
        try desk.run(fill(by: SampleForms.desk), at: noon)
        #expect(try document(desk).contains(#""source":"tablet""#))
        let row = try #require(desk.given.row(HistoryForms.self, DocumentKey(Self.first)))
        let outline = try #require(row.column("outline", of: HistoryForms.self)).shown
        #expect(outline.contains(#""source":"tablet""#))
        #expect(!outline.contains("diabetes") && !outline.contains("Pat"))
    }

    @Test
    func `a medical history form on paper is valid for a year from its day, and refers only to its patient's files`()
        throws
    {
        var desk = try Desk()
        func file(_ day: CivilDate?, _ file: ID<PatientFile>? = nil) -> FillHistoryForm {
            FillHistoryForm(Self.first, of: Self.patient, by: SampleForms.desk, .paper(on: day, file: file))
        }
        #expect(desk.rejection(file("2026-11-24"), at: noon) == .inFuture)
        #expect(desk.rejection(file(nil, 0xf9), at: noon) == .unknownFile)
        let reader = RestrictionTests.reader(8, .doctor)
        for (number, patient) in [(0xf1, Self.patient), (0xf2, Practice.patient(2))] as [(ID<PatientFile>, ID<Patient>)]
        {
            let added = FileTests.added(number, of: patient)
            try desk.run(AddFile(added, by: .staff(reader), within: FileLimits(bytes: 1_000)), at: noon)
        }
        #expect(desk.rejection(file(nil, 0xf2), at: noon) == .unknownFile)
        try desk.run(file("2026-02-28", 0xf1), at: noon)
        try desk.run(RemoveFile(0xf1, by: reader, reason: Personal("Blurred")), at: noon)
        #expect(desk.rejection(file(nil, 0xf1), at: noon) == .unknownFile)
        #expect(try document(desk).contains(#""filled_on":"2026-02-28","valid_until":"2027-02-28""#))
    }

    @Test func `a medical history form of 29 February is valid until 28 February of the next year`() throws {
        var desk = try Desk()
        let sheet = FillHistoryForm.Sheet.paper(on: "2024-02-29", file: nil)
        try desk.run(FillHistoryForm(Self.first, of: Self.patient, by: SampleForms.desk, sheet), at: noon)
        #expect(try document(desk).contains(#""valid_until":"2025-02-28""#))
    }

    @Test func `an earlier medical history form does not change when a new one is signed`() throws {
        var desk = try withTemplate()
        try desk.run(fill(), at: noon)
        let before = try document(desk)
        try desk.run(fill(SampleForms.draft(name: "Patricia"), 0x82), at: noon.adding(days: 300))
        #expect(try document(desk) == before)
        #expect(try document(desk, 0x82).contains("Patricia"))
    }

    @Test func `the number of a patient's medical history forms is limited in each calendar year`() throws {
        var desk = try withTemplate()
        for number in 1...UInt64(FillHistoryForm.limit) {
            try desk.run(fill(SampleForms.draft(), ID(integerLiteral: 0x1000 + number)), at: noon)
        }
        #expect(desk.rejection(fill(), at: noon) == .tooMany)
        #expect(desk.rejection(fill(), at: "2027-01-01T11:00:00Z") == nil)
    }

    @Test
    func `staff without access cannot record a medical history form of a restricted record; its patient can sign one`()
        throws
    {
        var desk = try withTemplate()
        try desk.run(RestrictRecord(Self.patient, true), at: noon)
        #expect(desk.rejection(fill(by: SampleForms.desk), at: noon) == .restricted)
        try desk.run(fill(), at: noon)
    }

    @Test func `two questions of a medical history form's template cannot have the same key`() throws {
        let desk = try Desk()
        let twice = try SampleForms.questions() + SampleForms.questions()
        #expect(desk.rejection(SetHistoryTemplate(0x71, twice), at: noon) == .keyTwice(index: 2))
    }

    @Test func `an erasure of clinical records erases the answers and the name in a medical history form, not its day`()
        throws
    {
        var desk = try withTemplate()
        try desk.run(fill(), at: noon)
        try desk.run(EraseRecords(Self.patient, .clinical), at: noon.adding(days: EraseRecords.daysKept))
        let text = try document(desk)
        #expect(!text.contains("diabetes") && !text.contains("Pat"))
        #expect(text.contains(#""filled_on":"2026-11-23""#))
    }
}
