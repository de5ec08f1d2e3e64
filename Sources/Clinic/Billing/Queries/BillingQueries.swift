import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A query that needs no states.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

/// The statements that read invoices, payments and balances.
enum BillingQueries {
    /// The condition for a patient's rows.
    static func of(_ patient: ID<Patient>?) -> Statement {
        patient.map { "AND patient_id = \($0)" as Statement } ?? ""
    }
}
