import EventSourcing
import Identifiers
import SQL

/// SQL that sums the ledger: the figures of money of some time, and the production of appointments.
enum LedgerSums {
    /// The read models that these statements need to be up to date.
    static let models = [LedgerLines.table.name]

    /// A query for one row with the sum of each figure of money.
    static func figures(_ clinic: UUIDBytes, in time: Range<Instant>) -> Statement {
        """
        SELECT coalesce(sum(revenue), 0)::bigint AS revenue, coalesce(sum(production), 0)::bigint AS production,
            coalesce(sum(collections), 0)::bigint AS collections, coalesce(sum(refunds), 0)::bigint AS refunds,
            coalesce(sum(write_offs), 0)::bigint AS write_offs, coalesce(sum(adjustments), 0)::bigint AS adjustments
        FROM ledger_line
        WHERE clinic_id = \(clinic) AND happened_at >= \(time.lowerBound) AND happened_at < \(time.upperBound)
        """
    }

    /// A query for the ledger's lines with production, and the appointment that the line's invoice charges.
    static func production(_ clinic: UUIDBytes, in time: Range<Instant>) -> Statement {
        """
        SELECT l.happened_at, l.production, (i.document ->> 'appointment_id')::uuid AS appointment_id
        FROM ledger_line AS l
            LEFT JOIN invoice AS i ON i.clinic_id = \(clinic) AND i.invoice_id = l.invoice_id
        WHERE l.clinic_id = \(clinic) AND l.happened_at >= \(time.lowerBound) AND l.happened_at < \(time.upperBound)
            AND l.production <> 0
        """
    }
}
