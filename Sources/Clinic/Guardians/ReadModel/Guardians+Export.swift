import Identifiers
public import SQL

extension Guardians {
    /// The SQL condition that a guardian sees a dependant: no record of the dependant's person is restricted.
    ///
    /// - Parameters:
    ///   - guardian: the alias of the table `guardian`.
    ///   - dependant: an SQL expression for the dependant's id.
    public static func isOpen(_ guardian: Statement, _ dependant: Statement) -> Statement {
        """
        NOT EXISTS (
            SELECT FROM patient AS closed
            WHERE closed.clinic_id = \(guardian).clinic_id AND closed.restricted_document IS NOT NULL
                AND closed.patient_id IN (
                    SELECT \(dependant)
                    UNION ALL
                    SELECT merged.patient_id FROM patient AS merged
                    WHERE merged.clinic_id = \(guardian).clinic_id AND merged.merged_into = \(dependant)
                    UNION ALL
                    SELECT merged.merged_into FROM patient AS merged
                    WHERE merged.clinic_id = \(guardian).clinic_id AND merged.patient_id = \(dependant)))
        """
    }

    /// A statement for the export of a patient's data. It returns the ids of the patient's guardians as one JSON array,
    /// or `NULL` if there are none.
    static func guardians(_ clinic: UUIDBytes, _ patient: ID<Patient>) -> Statement {
        """
        SELECT json_agg(g.guardian_id ORDER BY g.guardian_id) FROM guardian AS g
        WHERE g.clinic_id = \(clinic) AND (g.document -> 'dependants')::jsonb ? \(patient.uuid.text)
        """
    }
}
