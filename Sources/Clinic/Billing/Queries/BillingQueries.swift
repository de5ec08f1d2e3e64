import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A function that reads states from a decision model, and makes a query for documents.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

/// The queries that read invoices, payments, credit notes and balances.
enum BillingQueries {
    /// The SQL that limits a WHERE clause to the rows of a patient and of merged records. It is empty for `nil`, which selects the rows of
    /// all patients.
    static func of(_ patient: ID<Patient>?, in clinic: UUIDBytes) -> Statement {
        PersonRecords.filter("patient_id", of: patient, in: clinic)
    }

    /// The condition that a row `i` of `invoice` counts, by the definition of `PatientAccount.Charge.counts`.
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
