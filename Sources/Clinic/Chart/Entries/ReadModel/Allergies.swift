import Catalogue
public import EventSourcing
import Identifiers
public import JSON

/// The read model `allergy`: the allergies of patients, ended ones included.
public enum Allergies: ChartProjection {
    public typealias Document = ChartDocument<AllergyFacts>
    public typealias Facts = AllergyFacts

    public static let table = DocumentTable("allergy", key: "allergy_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let columns: [DocumentColumn<Document>] = patientColumns + [alertColumn]
    public static let kind = ChartEntryKind.allergy

    public static let codec: Codec<Document> = object(
        ChartDocument<AllergyFacts>.make(
            id:version:patient:substance:atcCode:drug:group:criticality:reaction:status:recordedAt:recordedBy:
            endReason:),
        field("id", \.id, .uuid.described("The allergy's id.")),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("substance", \.facts.substance, .substance),
        optionalField("atc_code", \.facts.atcCode, .atcCode),
        optionalField("drug_id", \.facts.drug, .drug),
        optionalField("allergy_group", \.facts.group, .allergyGroup),
        field("criticality", \.facts.criticality, .criticality),
        optionalField("reaction", \.facts.reaction, .reaction),
        field("status", \.status, .chartEntryStatus),
        field("recorded_at", \.recordedAt, .entryRecordedAt),
        optionalField("recorded_by", \.recordedBy, .entryRecordedBy),
        optionalField("end_reason", \.endReason, .entryEndReason)
    ).described("An allergy or another intolerance of a patient.").named("Allergy")

    public static func facts(in event: ChartEvent) -> AllergyFacts? {
        if case .allergyRecorded(let recorded) = event { recorded.facts } else { nil }
    }

    public static func entries(in event: PatientEvent) -> [DocumentKey] {
        event.withoutTexts(\.allergies)
    }
}

extension ChartDocument<AllergyFacts> {
    fileprivate static func make(
        id: UUIDBytes, version: Int64, patient: ID<Patient>, substance: Personal<String>, atcCode: Personal<String>?,
        drug: Personal<ID<Drug>>?, group: Personal<AllergyGroup>?, criticality: Criticality,
        reaction: Personal<String>?, status: ChartEntryStatus, recordedAt: Instant, recordedBy: UUIDBytes?,
        endReason: Personal<String>?
    ) -> ChartDocument {
        ChartDocument(
            id: id, version: version, patient: patient,
            facts: AllergyFacts(
                substance: substance, atcCode: atcCode, drug: drug, group: group, criticality: criticality,
                reaction: reaction), status: status, recordedAt: recordedAt, recordedBy: recordedBy,
            endReason: endReason)
    }
}
