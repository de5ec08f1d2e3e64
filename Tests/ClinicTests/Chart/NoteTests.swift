import Clinic
import Endpoints
import EventSourcing
import Identifiers
import SQL
import Testing

/// Tests clinical notes and their templates.
@Suite struct NoteTests {
    private static let now: Instant = "2026-11-23T12:00:00Z"
    private let patient = Practice.patient(1)
    private let other = Practice.patient(2)
    private let colleague = Practice.doctor(2)
    private let note: ID<ClinicalNote> = 0xc1
    private let amendment: ID<ClinicalNote> = 0xc2

    static func content(_ text: String = "All well", isShared: Bool = false) -> NoteContent {
        NoteContent(title: Personal("Visit"), text: Personal(text), isShared: isShared)
    }

    private func draft(
        _ id: ID<ClinicalNote> = 0xc1, of patient: ID<Patient> = Practice.patient(1),
        about appointment: ID<Appointment>? = nil, amending amended: ID<ClinicalNote>? = nil,
        by author: ID<StaffMember> = Practice.doctor(1), isShared: Bool = false
    ) -> DraftNote {
        DraftNote(id, of: patient, by: author, about: appointment, amending: amended, Self.content(isShared: isShared))
    }

    private func step(
        _ step: TakeNoteStep.Step, _ id: ID<ClinicalNote> = 0xc1, by author: ID<StaffMember> = Practice.doctor(1)
    ) -> TakeNoteStep { TakeNoteStep(step, id, by: author) }

    private func change(_ text: String, by author: ID<StaffMember> = Practice.doctor(1)) -> ChangeNoteDraft {
        ChangeNoteDraft(note, by: author, Self.content(text))
    }

    private func document(_ desk: Desk, _ id: ID<ClinicalNote> = 0xc1) -> String {
        desk.given.document(ClinicalNotes.self, DocumentKey(id)) ?? ""
    }

    /// Whether the patient sees the note.
    private func isShared(_ desk: Desk) -> Bool {
        desk.given.row(ClinicalNotes.self, DocumentKey(note))?.column("shared", of: ClinicalNotes.self) == .bool(true)
    }

    private func signed(isShared: Bool = false) throws -> Desk {
        var desk = try Desk()
        try desk.run(draft(isShared: isShared), at: Self.now)
        try desk.run(step(.sign), at: Self.now)
        return desk
    }

    @Test func `the author can change a note until the note is signed, and not afterwards`() throws {
        var desk = try Desk()
        try desk.run(draft(), at: Self.now)
        try desk.run(change("Caries at 26"), at: Self.now)
        #expect(document(desk).contains(#""text":"Caries at 26","shared_with_patient":false,"status":"draft""#))
        #expect(try desk.run(step(.sign), at: Self.now).count == 1)
        #expect(try desk.run(step(.sign), at: Self.now).isEmpty)
        #expect(document(desk).contains(#""status":"signed""#))
        #expect(document(desk).contains(#""signed_at":"2026-11-23T12:00:00Z""#))
        #expect(desk.rejection(change("Nothing"), at: Self.now) == .step(.notDraft))
        #expect(desk.rejection(step(.discard), at: Self.now) == .notDraft)
    }

    @Test func `a colleague cannot change, sign, discard or release a note of another author`() throws {
        var desk = try Desk()
        try desk.run(draft(), at: Self.now)
        #expect(desk.rejection(change("Nothing", by: colleague), at: Self.now) == .step(.unknown))
        for taken in [.sign, .discard, .share(true)] as [TakeNoteStep.Step] {
            #expect(desk.rejection(step(taken, by: colleague), at: Self.now) == .unknown)
        }
        try desk.run(step(.sign), at: Self.now)
        #expect(desk.rejection(change("Nothing", by: colleague), at: Self.now) == .step(.otherAuthor))
        #expect(desk.rejection(step(.share(true), by: colleague), at: Self.now) == .otherAuthor)
    }

    @Test func `the document of a note whose draft was discarded has no text`() throws {
        var desk = try Desk()
        try desk.run(draft(), at: Self.now)
        #expect(try desk.run(step(.discard), at: Self.now).count == 1)
        #expect(try desk.run(step(.discard), at: Self.now).isEmpty)
        #expect(document(desk).contains(#""title":"(erased)","text":"(erased)""#))
        #expect(document(desk).contains(#""status":"discarded""#))
        #expect(desk.rejection(step(.sign), at: Self.now) == .notDraft)
        #expect(desk.rejection(change("Again"), at: Self.now) == .step(.notDraft))
    }

    @Test func `an amendment does not change the amended note's text, and each of the two notes names the other`()
        throws
    {
        var desk = try signed()
        try desk.run(draft(amendment, amending: note, by: colleague), at: Self.now)
        #expect(document(desk).contains(#""amended_by":[]"#))
        try desk.run(step(.sign, amendment, by: colleague), at: Self.now)
        #expect(document(desk).contains(#""amended_by":["\#(amendment)"],"title":"Visit","text":"All well""#))
        #expect(document(desk).contains(#""status":"amended""#))
        #expect(document(desk, amendment).contains(#""amends_id":"\#(note)""#))
        #expect(document(desk, amendment).contains(#""status":"signed""#))
    }

    @Test func `a note can amend only a signed note of the same patient, and not another author's draft`() throws {
        var desk = try Desk()
        try desk.run(draft(), at: Self.now)
        #expect(desk.rejection(draft(amendment, amending: note), at: Self.now) == .notSigned)
        #expect(desk.rejection(draft(amendment, amending: note, by: colleague), at: Self.now) == .unknownNote)
        #expect(desk.rejection(draft(amendment, amending: 0xcf), at: Self.now) == .unknownNote)
        try desk.run(step(.sign), at: Self.now)
        #expect(desk.rejection(draft(amendment, of: other, amending: note), at: Self.now) == .otherPatient)
        try desk.run(MergePatients(patient, into: other, reason: Personal("Twice")), at: Self.now)
        #expect(desk.rejection(draft(amendment, of: other, amending: note), at: Self.now) == nil)
    }

    @Test func `a note can be about an appointment of its patient, and not about another patient's appointment`() throws
    {
        var desk = try Desk()
        let own = try desk.book("2026-11-24T08:00:00Z", at: Self.now)
        let others = try desk.book("2026-11-24T09:00:00Z", patient: 2, at: Self.now)
        #expect(desk.rejection(draft(about: others), at: Self.now) == .otherPatient)
        #expect(desk.rejection(draft(about: 0xffff), at: Self.now) == .unknownAppointment)
        try desk.run(draft(about: own), at: Self.now)
        #expect(document(desk).contains(#""appointment_id":"\#(own)""#))
    }

    @Test func `a patient sees a note only after it was signed, and only while it is released`() throws {
        var desk = try Desk()
        try desk.run(draft(isShared: true), at: Self.now)
        #expect(!isShared(desk))
        #expect(desk.rejection(step(.share(false)), at: Self.now) == .notSigned)
        try desk.run(step(.sign), at: Self.now)
        #expect(isShared(desk))
        #expect(try desk.run(step(.share(true)), at: Self.now).isEmpty)
        try desk.run(step(.share(false)), at: Self.now)
        #expect(!isShared(desk))
        try desk.run(step(.share(true)), at: Self.now)
        #expect(isShared(desk))
    }

    @Test func `a signed note can be released and withdrawn at most a hundred times`() throws {
        var desk = try signed()
        for number in 0..<TakeNoteStep.sharingLimit {
            try desk.run(step(.share(number.isMultiple(of: 2))), at: Self.now)
        }
        #expect(desk.rejection(step(.share(true)), at: Self.now) == .tooManySharings)
        #expect(try desk.run(step(.share(false)), at: Self.now).isEmpty)
    }

    @Test func `the draft of an amendment to a merged record's note cannot be signed after the merge was undone`()
        throws
    {
        var desk = try signed()
        try desk.run(MergePatients(patient, into: other, reason: Personal("Twice")), at: Self.now)
        try desk.run(draft(amendment, of: other, amending: note), at: Self.now)
        #expect(desk.rejection(step(.sign, amendment), at: Self.now) == nil)
        try desk.run(UnmergePatients(other, reason: Personal("Two people")), at: Self.now)
        #expect(desk.rejection(step(.sign, amendment), at: Self.now) == .otherPatient)
    }

    @Test
    func `a note about an unknown or erased patient cannot be drafted, and an erased patient's draft cannot be signed`()
        throws
    {
        var desk = try Desk()
        #expect(desk.rejection(draft(of: 0xffff), at: Self.now) == .unknownPatient)
        try desk.run(draft(), at: Self.now)
        try desk.run(ErasePatient(patient, reason: .requested), at: Self.now)
        #expect(desk.rejection(draft(amendment), at: Self.now) == .unknownPatient)
        #expect(desk.rejection(step(.sign), at: Self.now) == .unknown)
    }

    @Test func `the draft of a note can be changed at most a thousand times, and can be signed then`() throws {
        var desk = try Desk()
        try desk.run(draft(), at: Self.now)
        let body = #"{"note_id":"\#(note)","patient_id":"\#(patient)","content":{"title":"Visit","text":"All well"}}"#
        let changed = try event("note-draft-changed", body)
        for _ in 1..<ChangeNoteDraft.limit { desk.happens(changed, at: Self.now) }
        try desk.run(change("Last"), at: Self.now)
        #expect(desk.rejection(change("Too late"), at: Self.now) == .tooMany)
        #expect(desk.rejection(step(.sign), at: Self.now) == nil)
    }

    @Test func `a note has at most fifty signed amendments`() throws {
        var desk = try signed()
        for number in 0..<UInt64(TakeNoteStep.amendmentLimit) {
            let id: ID<ClinicalNote> = ID(integerLiteral: 0x100 + number)
            try desk.run(draft(id, amending: note), at: Self.now)
            try desk.run(step(.sign, id), at: Self.now)
        }
        try desk.run(draft(amendment, amending: note), at: Self.now)
        #expect(desk.rejection(step(.sign, amendment), at: Self.now) == .tooManyAmendments)
    }

    @Test func `the texts of notes are erased with the patient's clinical records`() throws {
        var desk = try signed()
        let end = Self.now.adding(days: EraseRecords.daysKept)
        #expect(
            desk.rejection(EraseRecords(patient, .clinical), at: end.adding(seconds: -1))
                == .recordsMustBeKept(until: end))
        try desk.run(EraseRecords(patient, .clinical), at: end)
        #expect(document(desk).contains(#""title":"(erased)","text":"(erased)""#))
        #expect(document(desk).contains(#""status":"signed""#))
    }

    @Test func `a template for notes can be changed until it is retired, and an equal change appends no event`() throws
    {
        var desk = try Desk()
        let template: ID<NoteTemplate> = 0xce
        let (old, new) = (
            NoteTemplateContent(name: "Recall", text: "Findings:"), NoteTemplateContent(name: "Recall", text: "Plan:")
        )
        func manage(_ change: ManageNoteTemplate.Change) -> ManageNoteTemplate { ManageNoteTemplate(template, change) }
        func document() -> String { desk.given.document(NoteTemplates.self, DocumentKey(template)) ?? "" }
        #expect(desk.rejection(manage(.replace(new)), at: Self.now) == .unknown)
        try desk.run(manage(.add(old)), at: Self.now)
        #expect(try desk.run(manage(.replace(old)), at: Self.now).isEmpty)
        try desk.run(manage(.replace(new)), at: Self.now)
        #expect(document().contains(#""text":"Plan:","active":true"#))
        #expect(try desk.run(manage(.retire), at: Self.now).count == 1)
        #expect(try desk.run(manage(.retire), at: Self.now).isEmpty)
        #expect(desk.rejection(manage(.replace(old)), at: Self.now) == .retired)
        #expect(document().contains(#""active":false"#))
    }
}
