import EventSourcing
import Identifiers
import JSON
import SQL

/// A warning about a patient that staff see beside an appointment: a critical allergy, or a condition that is marked as
/// an alert.
struct PatientAlert: Sendable {
    let kind: ChartEntryKind
    /// The id of the allergy or the condition of which a patient's alert warns.
    let entry: UUIDBytes
    let text: Personal<String>

    static let codec = object(
        PatientAlert.init(kind:entry:text:),
        field(
            "kind", \.kind,
            Codec<ChartEntryKind>.stringEnum.only(.allergy, .condition).described(
                "The kind of the entry: an allergy or a condition.")),
        field("entry_id", \.entry, .uuid.described("The id of the allergy or the condition.")),
        field(
            "text", \.text, .personal(.clinical, .name(max: 200)).described("The substance, or the condition's name."))
    ).described("A warning about a patient.").named("PatientAlert")

    /// An SQL expression for the alerts of the patient in row `p` of the table `patient`, as a JSON array. Alerts of
    /// records that are merged with the patient's are included. The expression is NULL if the record in row `p` is
    /// restricted.
    static let list: Statement = """
        (CASE WHEN p.restricted_document IS NULL THEN (
            SELECT coalesce(json_agg(found.alert ORDER BY found.rank, found.entry_id), '[]')
            FROM (
                    SELECT p.patient_id
                    UNION ALL
                    SELECT p.merged_into
                    UNION ALL
                    SELECT same.patient_id FROM patient AS same
                    WHERE same.clinic_id = p.clinic_id AND same.merged_into = p.patient_id
                ) AS record
                CROSS JOIN LATERAL (
                    SELECT y.alert, 1 AS rank, y.allergy_id AS entry_id FROM allergy AS y
                    WHERE y.clinic_id = p.clinic_id AND y.patient_id = record.patient_id AND y.alert IS NOT NULL
                    UNION ALL
                    SELECT c.alert, 2, c.condition_id FROM condition AS c
                    WHERE c.clinic_id = p.clinic_id AND c.patient_id = record.patient_id AND c.alert IS NOT NULL
                ) AS found
        ) END)
        """
}

extension Codec where Value == [PatientAlert] {
    static var patientAlerts: Codec {
        .array(PatientAlert.codec).described(
            """
            The patient's critical allergies, and the conditions that are marked as alerts; null if the record is \
            restricted.
            """)
    }
}
