import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A function that reads states from a decision model, and makes a query for documents.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

/// The queries that read invoices, payments, credit notes and balances.
enum BillingQueries {
    /// The SQL that limits a WHERE clause to the rows of a patient and of merged records. The SQL is empty for `nil`,
    /// which selects the rows of all patients.
    static func of(_ patient: ID<Patient>?, in clinic: UUIDBytes) -> Statement {
        PersonRecords.filter("patient_id", of: patient, in: clinic)
    }

    /// The SQL condition that an invoice, the row `i` of the table `invoice`, is not void and not reduced to zero. An
    /// invoice with a total of zero satisfies the condition unless it is void.
    static let counts: Statement = """
        i.status <> 'void' AND (
            (i.document -> 'total' ->> 'amount')::bigint = 0
            OR (i.document -> 'total' ->> 'amount')::bigint > coalesce((i.document ->> 'credited')::bigint, 0)
                + coalesce((i.document ->> 'goodwill')::bigint, 0)
                + coalesce((i.document ->> 'written_off')::bigint, 0))
        """

    /// A subquery for the ids of the records whose data is shown for a patient: the patient's own, and those that were
    /// merged into it. Queries select these ids for the access log. There are none if `patient` is `nil`, and for a
    /// patient whom the clinic does not have.
    static func records(shownFor patient: ID<Patient>?, in clinic: UUIDBytes) -> Statement {
        let isShown = patient.map { PersonRecords.has("record.patient_id", of: $0, in: clinic) } ?? "false"
        return """
            SELECT record.patient_id FROM patient AS record
            WHERE record.clinic_id = \(clinic) AND \(isShown)
            """
    }
}
