import Identifiers
import SQL

/// The SQL for the records of one person: a patient's own record, and those that were merged into it.
enum PersonRecords {
    /// The SQL condition that `column` is the id of the patient's record, or of one that was merged into it.
    static func has(_ column: Statement, of patient: ID<Patient>, in clinic: UUIDBytes) -> Statement {
        "\(column) = ANY (ARRAY(\(ids(of: patient, in: clinic))))"
    }

    /// The SQL condition that `column` is the id of the patient's record, or of one that was merged into it. It begins
    /// with `AND`, and is empty if the patient is `nil`.
    static func filter(_ column: Statement, of patient: ID<Patient>?, in clinic: UUIDBytes) -> Statement {
        patient.map { "AND \(has(column, of: $0, in: clinic))" as Statement } ?? ""
    }

    /// The SQL condition that `column` is the id of one of the records of the person whose record `patient` is: the
    /// record itself, the one into which it was merged, or one that was merged into it.
    ///
    /// - Parameter patient: an SQL expression for the id of one of the person's records.
    static func has(_ column: Statement, ofPersonWith patient: Statement, in clinic: UUIDBytes) -> Statement {
        """
        \(column) = ANY (ARRAY(
            SELECT \(patient)
            UNION ALL
            SELECT same.patient_id FROM patient AS same
            WHERE same.clinic_id = \(clinic) AND same.merged_into = \(patient)
            UNION ALL
            SELECT same.merged_into FROM patient AS same
            WHERE same.clinic_id = \(clinic) AND same.patient_id = \(patient) AND same.merged_into IS NOT NULL))
        """
    }

    private static func ids(of patient: ID<Patient>, in clinic: UUIDBytes) -> Statement {
        """
        SELECT \(patient)::uuid
        UNION ALL
        SELECT same.patient_id FROM patient AS same
        WHERE same.clinic_id = \(clinic) AND same.merged_into = \(patient)
        """
    }
}
