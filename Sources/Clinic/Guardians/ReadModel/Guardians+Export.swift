import Identifiers
import SQL

extension Guardians {
    /// A statement that returns the ids of a patient's guardians as one JSON array, or `NULL` if there are none.
    static func guardians(_ clinic: UUIDBytes, _ patient: ID<Patient>) -> Statement {
        """
        SELECT json_agg(g.guardian_id ORDER BY g.guardian_id) FROM guardian AS g
        WHERE g.clinic_id = \(clinic) AND (g.document -> 'dependants')::jsonb ? \(patient.uuid.text)
        """
    }
}
