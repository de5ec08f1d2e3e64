public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `dental_chart`, with one row for each patient's record that has findings on teeth.
public enum DentalCharts: ClinicReadModel {
    public static let table = DocumentTable("dental_chart", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = DentalChartDocument.codec
    public static let columns: [DocumentColumn<DentalChartDocument>] = []

    package static let answer = AnswerForm(of: codec, as: DentalChartAnswer.codec) { DentalChartAnswer($0) }

    public static func person(of document: DentalChartDocument) -> UUIDBytes? { document.id.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event) where event.lostTexts?.records == .clinical: [DocumentKey(event.patient)]
        case .finding(let event): [DocumentKey(event.patient)]
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.dentalChart) + key.tagged(Tag.patient) }

    public static func fold(
        _ document: DentalChartDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> DentalChartDocument? {
        switch recorded.event {
        case .finding(let event):
            var document = document ?? DentalChartDocument(id: event.patient, version: 0, findings: [])
            document.version = recorded.position
            document.evolve(event, recorded)
            return document
        case .patient(let event) where event.lostTexts?.records == .clinical:
            guard var document else { return nil }
            document.version = recorded.position
            document.eraseTexts()
            return document
        default: return document
        }
    }
}

extension DocumentAnswer {
    static func dentalChart(of patient: ID<Patient>) -> DocumentAnswer {
        DocumentAnswer(DentalCharts.self, DocumentKey(patient), form: DentalCharts.answer)
    }
}
