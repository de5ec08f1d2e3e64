import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A function that makes a query from the clinic's states.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

/// The statements that read invoices, payments and balances.
enum BillingQueries {
    /// The condition that selects the rows of a patient. If the patient is `nil`, it selects all rows.
    static func of(_ patient: ID<Patient>?) -> Statement {
        patient.map { "AND patient_id = \($0)" as Statement } ?? ""
    }
}
