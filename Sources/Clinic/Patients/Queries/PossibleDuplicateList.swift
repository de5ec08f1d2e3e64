import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// A patient who may be the same person as another one.
struct PossibleDuplicate: Sendable {
    enum Sameness: String, Hashable, Sendable, CaseIterable {
        case name = "full_name"
        case birthDate = "birth_date"
        case phone
    }

    let patient: PatientDocument
    let same: [Sameness]

    static let codec = object(
        PossibleDuplicate.init(patient:same:),
        field("patient", \.patient, PatientDocument.codec.described("The other patient.")),
        field(
            "same", \.same,
            .array(Codec<Sameness>.stringEnum).described(
                "The data that the two share: a name, also with one letter different; the birth date; the telephone number."
            ))
    ).described("A patient who may be the same person.").named("PossibleDuplicate")

    /// The maximum number of possible duplicates that are listed for one patient.
    private static let limit = 50

    /// A query for patients who may be the same person as a given patient: at least two of name, birth date and
    /// telephone number are the same. A name may differ by one letter.
    static func query(_ clinic: UUIDBytes, _ patient: ID<Patient>) -> DocumentQuery {
        DocumentQuery(
            """
            WITH own AS MATERIALIZED (
                SELECT t.term FROM patient AS p CROSS JOIN unnest(string_to_array(p.search_terms, ' ')) AS t (term)
                WHERE p.clinic_id = \(clinic) AND p.patient_id = \(patient)
            ),
            named AS MATERIALIZED (\(similarNames(clinic))),
            alike AS (
                SELECT t.patient_id, 'birth_date' AS same FROM patient_term AS t
                WHERE t.clinic_id = \(clinic) AND t.term = ANY (ARRAY(SELECT term FROM own WHERE term LIKE 'b%'))
                UNION
                SELECT t.patient_id, 'phone' FROM patient_term AS t
                WHERE t.clinic_id = \(clinic) AND t.term = (
                    SELECT term FROM own WHERE term LIKE 'p%' AND length(term) > \(shortestPhone)
                    ORDER BY length(term) DESC LIMIT 1)
            ),
            found AS (
                SELECT a.patient_id, array_agg(a.same ORDER BY a.same) AS same, bool_or(EXISTS (
                        SELECT FROM patient_term AS o
                        WHERE o.clinic_id = \(clinic) AND o.patient_id = a.patient_id
                            AND o.term = ANY (ARRAY(SELECT term FROM named)))) AS is_named
                FROM alike AS a
                WHERE a.patient_id <> \(patient)
                GROUP BY a.patient_id
            )
            SELECT coalesce(p.restricted_document, p.document),
                to_json(CASE WHEN found.is_named THEN ARRAY['full_name'] ELSE '{}' END || found.same), p.patient_id
            FROM found JOIN patient AS p ON p.clinic_id = \(clinic) AND p.patient_id = found.patient_id
            WHERE found.is_named OR cardinality(found.same) = 2
            ORDER BY p.sort_name, p.patient_id
            LIMIT \(limit + 1)
            """,
            members: ["patient", "same"], shape: .page(limit: limit, cursorColumns: 0),
            shows: .withLastColumn(patient))
    }

    /// The number of digits that a telephone number must have at least, so that it identifies a household.
    private static let shortestPhone = 7

    /// A query for the terms of the patient's names, and for the terms of other names that differ from these by one
    /// letter.
    private static func similarNames(_ clinic: UUIDBytes) -> Statement {
        """
        SELECT term FROM own WHERE term LIKE 'n%'
        UNION
        SELECT 'n' || other.word
        FROM own JOIN name_spelling AS mine ON mine.clinic_id = \(clinic) AND mine.word = substr(own.term, 2)
            JOIN name_spelling AS other
            ON other.clinic_id = \(clinic) AND (other.spelling = mine.spelling OR other.spelling = mine.word)
        WHERE own.term LIKE 'n%'
        UNION
        SELECT 'n' || mine.spelling
        FROM own JOIN name_spelling AS mine ON mine.clinic_id = \(clinic) AND mine.word = substr(own.term, 2)
        WHERE own.term LIKE 'n%'
        """
    }
}

extension PatientsAPI {
    static let listPossibleDuplicates = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/possible-duplicates", id: "listPossibleDuplicates",
        summary: "List patients who may be the same person",
        details: """
            Patients of whom two are the same as this patient's: a name (also with one letter different), the birth date, the \
            telephone number. Of patients whose record is restricted, only name and birth date are compared and shown.
            """,
        tag: "Patients", for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.page(of: PossibleDuplicate.codec, "The patients, by name, as one page")], problems: [.notFound]
    ) { caller, patient throws(Problem) in
        .query { model, _ throws(Problem) in
            guard model[.registration(of: patient)].isCurrent else { throw .notFound }
            return PossibleDuplicate.query(caller.clinic, patient)
        }
    }
}
