public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `history_form`: the medical history forms of patients. A new form does not replace an earlier one.
public enum HistoryForms: ClinicReadModel {
    public static let table = DocumentTable("history_form", key: "form_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = HistoryFormDocument.codec
    /// The codec of a medical history form without its content, which is stored in the column `outline`.
    static let outline = codec

    public static let columns: [DocumentColumn<HistoryFormDocument>] = [
        DocumentColumn("outline", .json) { .json(codec.bytes($0.withoutContent)) },
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("valid_until", .date) { $0.validUntil.bind },
    ]

    public static func person(of document: HistoryFormDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.historyForms)
        case .historyForm(.filled(let filled)): [DocumentKey(filled.form)]
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .historyForm(.filled) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.historyForm) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .historyForm(.filled(let filled)) = event { [.patient(filled.patient)] } else { [] }
    }

    public static func fold(
        _ document: HistoryFormDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> HistoryFormDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed): document?.content = nil
        case .historyForm(.filled(let event)):
            return HistoryFormDocument(
                id: event.form, version: recorded.position, patient: event.patient, source: event.source,
                filledAt: recorded.recordedAt, filledOn: event.filledOn, validUntil: event.filledOn.aYearLater,
                template: event.template, guardian: event.guardian, file: event.file,
                content: event.content?.unlessErased)
        default: break
        }
        return document
    }
}
