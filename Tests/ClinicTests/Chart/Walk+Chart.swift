import Clinic
import Endpoints
import EventSourcing
import Identifiers

/// The decisions about a patient's chart, whose reads `BoundedReadsTests` counts.
extension Walk {
    private var entry: ID<Allergy> { 0x2a1 }
    private var reading: ID<VitalsReading> { 0x2b1 }
    private var note: ID<ClinicalNote> { 0x2c1 }
    private var template: ID<NoteTemplate> { 0x2d1 }

    mutating func prepareChart() throws {
        try desk.run(
            RecordChartEntry(
                entry.uuid, of: Practice.patient(1),
                .allergy(AllergyFacts(substance: Personal("Latex"), criticality: .high))), at: noon)
        // A longer history of the clinic has more vital signs of the patient. Decisions must read only the latest.
        for number in 0..<UInt64(desk.given.feed.count / 10) {
            try desk.run(
                RecordVitals(
                    ID(integerLiteral: 30_000 + number), of: Practice.patient(1), by: nil, [VitalsTests.pulse]),
                at: noon)
        }
        try desk.run(RecordVitals(reading, of: Practice.patient(1), by: nil, [VitalsTests.pulse]), at: noon)
        try desk.run(DraftNote(note, of: Practice.patient(1), by: Practice.doctor(1), NoteTests.content()), at: noon)
        try desk.run(
            ManageNoteTemplate(template, .add(NoteTemplateContent(name: "Recall", text: "Findings:"))), at: noon)
    }

    /// The number of events that each decision about files, messages, check-ins, notifications and a patient's chart
    /// reads, by the decision's name.
    func personReads() throws -> [(String, Int)] { try fileReads() + recoveryReads() + chartReads() }

    /// The number of events that each decision about a patient's chart reads, by the decision's name.
    private func chartReads() throws -> [(String, Int)] {
        let new: ID<Allergy> = 0x2ff
        return try [
            read(RecordChartEntry(new.uuid, of: Practice.patient(1), ChartEntryTests.penicillin())),
            read(EndChartEntry(ChartEntryID(.allergy, entry.uuid), .resolved, reason: Personal("Tested"))),
            read(RecordVitals(0xff, of: Practice.patient(1), by: nil, [VitalsTests.pulse])),
            read(EnterVitalsInError(reading, reason: Personal("Mistake"))),
            read(
                DraftNote(0xff, of: Practice.patient(1), by: Practice.doctor(1), about: ahead, NoteTests.content())),
            read(ChangeNoteDraft(note, by: Practice.doctor(1), NoteTests.content("Caries"))),
            read(TakeNoteStep(.sign, note, by: Practice.doctor(1))),
            read(ManageNoteTemplate(template, .replace(NoteTemplateContent(name: "Recall", text: "Plan:")))),
        ]
    }
}
