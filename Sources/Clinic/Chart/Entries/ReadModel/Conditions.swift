public import EventSourcing
import Identifiers
public import JSON

/// The read model `condition`: the conditions of patients, ended ones included.
public enum Conditions: ChartProjection {
    public typealias Document = ChartDocument<ConditionFacts>
    public typealias Facts = ConditionFacts

    public static let table = DocumentTable("condition", key: "condition_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let columns: [DocumentColumn<Document>] = patientColumns + [alertColumn]
    public static let kind = ChartEntryKind.condition

    public static let codec: Codec<Document> = object(
        ChartDocument<ConditionFacts>.make(
            id:version:patient:name:icdCode:clinicalStatus:isAlert:note:status:recordedAt:recordedBy:endReason:),
        field("id", \.id, .uuid.described("The condition's id.")),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("name", \.facts.name, .conditionName),
        optionalField("icd_code", \.facts.icdCode, .icdCode),
        field("clinical_status", \.facts.clinicalStatus, .clinicalStatus),
        field("is_alert", \.facts.isAlert, .isAlert),
        optionalField("note", \.facts.note, .conditionNote),
        field("status", \.status, .chartEntryStatus),
        field("recorded_at", \.recordedAt, .entryRecordedAt),
        optionalField("recorded_by", \.recordedBy, .entryRecordedBy),
        optionalField("end_reason", \.endReason, .entryEndReason)
    ).described("A condition of a patient.").named("Condition")

    public static func facts(in event: ChartEvent) -> ConditionFacts? {
        if case .conditionRecorded(let recorded) = event { recorded.facts } else { nil }
    }

    public static func entries(in event: PatientEvent) -> [DocumentKey] {
        event.withoutTexts(\.conditions)
    }
}

extension ChartDocument<ConditionFacts> {
    fileprivate static func make(
        id: UUIDBytes, version: Int64, patient: ID<Patient>, name: Personal<String>, icdCode: Personal<String>?,
        clinicalStatus: ClinicalStatus, isAlert: Bool, note: Personal<String>?, status: ChartEntryStatus,
        recordedAt: Instant, recordedBy: UUIDBytes?, endReason: Personal<String>?
    ) -> ChartDocument {
        ChartDocument(
            id: id, version: version, patient: patient,
            facts: ConditionFacts(
                name: name, icdCode: icdCode, clinicalStatus: clinicalStatus, isAlert: isAlert, note: note),
            status: status, recordedAt: recordedAt, recordedBy: recordedBy, endReason: endReason)
    }
}
