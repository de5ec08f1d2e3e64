import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A function that reads states from a decision model, and makes a query for documents.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

/// The queries that read invoices, payments, credit notes and balances.
enum BillingQueries {
    /// The SQL that limits a WHERE clause to the rows of a patient. The SQL is empty for `nil`, which selects the rows
    /// of all patients.
    static func of(_ patient: ID<Patient>?) -> Statement {
        patient.map { "AND patient_id = \($0)" as Statement } ?? ""
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

    /// The column that tells the access log which patient's data a query of sums shows. It is NULL for `nil` and for a
    /// patient whom the clinic does not have.
    static func shown(_ patient: ID<Patient>?, _ clinic: UUIDBytes) -> Statement {
        """
        (SELECT shown.patient_id FROM patient AS shown
         WHERE shown.clinic_id = \(clinic) AND shown.patient_id = \(patient?.uuid)::uuid)
        """
    }
}
