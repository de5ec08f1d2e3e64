import Clinic
import EventSourcing
import Identifiers

/// The decisions about medical history forms, for `BoundedReadsTests`.
extension Walk {
    mutating func prepareHistoryForms() throws {
        try desk.run(SetHistoryTemplate(0x9e1, try SampleForms.questions()), at: noon)
        try desk.run(fill(0x9e2), at: noon)
    }

    /// The number of events that each decision about medical history forms reads, by the decision's name.
    func historyFormReads() throws -> [(String, Int)] {
        try [read(SetHistoryTemplate(0xff, try SampleForms.questions())), read(fill(0xff))]
    }

    private func fill(_ id: ID<HistoryForm>) -> FillHistoryForm {
        FillHistoryForm(
            id, of: Practice.patient(1), by: .patient(Practice.patient(1)), .signed(SampleForms.draft()))
    }
}
