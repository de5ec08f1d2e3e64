import Catalogue
public import EventSourcing
import Identifiers
public import JSON

/// The read model `medication`: the medications that patients take or took.
public enum Medications: ChartProjection {
    public typealias Document = ChartDocument<MedicationFacts>
    public typealias Facts = MedicationFacts

    public static let table = DocumentTable("medication", key: "medication_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let columns: [DocumentColumn<Document>] = patientColumns
    public static let kind = ChartEntryKind.medication

    public static let codec: Codec<Document> = object(
        ChartDocument<MedicationFacts>.make(
            id:version:patient:name:atcCode:drug:dose:status:recordedAt:recordedBy:endReason:),
        field("id", \.id, .uuid.described("The id of this entry about a medication.")),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("name", \.facts.name, .medicationName),
        optionalField("atc_code", \.facts.atcCode, .atcCode),
        optionalField("drug_id", \.facts.drug, .drug),
        optionalField("dose", \.facts.dose, .dose),
        field("status", \.status, .chartEntryStatus),
        field("recorded_at", \.recordedAt, .entryRecordedAt),
        optionalField("recorded_by", \.recordedBy, .entryRecordedBy),
        optionalField("end_reason", \.endReason, .entryEndReason)
    ).described("A medication that a patient takes.").named("Medication")

    public static func facts(in event: ChartEvent) -> MedicationFacts? {
        if case .medicationRecorded(let recorded) = event { recorded.facts } else { nil }
    }

    public static func entries(in event: PatientEvent) -> [DocumentKey] {
        event.withoutTexts(\.medications)
    }
}

extension ChartDocument<MedicationFacts> {
    fileprivate static func make(
        id: UUIDBytes, version: Int64, patient: ID<Patient>, name: Personal<String>, atcCode: Personal<String>?,
        drug: Personal<ID<Drug>>?, dose: Personal<String>?, status: ChartEntryStatus, recordedAt: Instant,
        recordedBy: UUIDBytes?, endReason: Personal<String>?
    ) -> ChartDocument {
        ChartDocument(
            id: id, version: version, patient: patient,
            facts: MedicationFacts(name: name, atcCode: atcCode, drug: drug, dose: dose), status: status,
            recordedAt: recordedAt, recordedBy: recordedBy, endReason: endReason)
    }
}
