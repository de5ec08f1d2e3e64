import Clinic
import EventSourcing
import Identifiers

/// Medical history forms for tests.
enum SampleForms {
    /// Two questions of a medical history form, of which the first one is required.
    static func questions() throws -> [HistoryQuestion] {
        [
            try HistoryQuestion(key: "diabetes", text: "Do you have diabetes?", kind: .yesNo, isRequired: true),
            try HistoryQuestion(key: "smoking", text: "Do you smoke?", kind: .choice, choices: ["never", "daily"]),
        ]
    }

    static func draft(
        _ template: Int = 1, _ answers: [(String, HistoryAnswer)] = [("diabetes", .yesNo(true))], name: String = "Pat"
    ) -> HistoryDraft {
        HistoryDraft(
            template: template, answers: answers.map { HistoryDraft.Answer(key: $0.0, answer: $0.1) }, signedName: name)
    }

    static let desk = FormSigner.staff(RestrictionTests.reader(7))
}

extension Desk {
    /// Sets the template of the medical history form, and records a form that a patient has signed.
    mutating func fillForm(of patient: ID<Patient>, _ draft: HistoryDraft, at now: Instant) throws {
        try run(SetHistoryTemplate(0xac1, try SampleForms.questions()), at: now)
        try run(FillHistoryForm(0xac2, of: patient, by: .patient(patient), .signed(draft)), at: now)
    }
}
