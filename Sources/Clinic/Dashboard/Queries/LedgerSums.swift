import EventSourcing
import Identifiers
import SQL

/// SQL on the ledger: the sums of money in a range of time, and the lines that change the production.
enum LedgerSums {
    /// The names of the asynchronous read models that the statements of this type read.
    static let models = [LedgerLines.table.name]

    /// A query for one row with the sum of each figure of money in a range of time. Few lines of the ledger have a
    /// rounding, so the sum of roundings is read by an index that has only those lines.
    static func figures(_ clinic: UUIDBytes, in time: Range<Instant>) -> Statement {
        """
        SELECT coalesce(sum(revenue), 0)::bigint AS revenue, coalesce(sum(production), 0)::bigint AS production,
            coalesce(sum(collections), 0)::bigint AS collections, coalesce(sum(refunds), 0)::bigint AS refunds,
            coalesce(sum(write_offs), 0)::bigint AS write_offs, coalesce(sum(adjustments), 0)::bigint AS adjustments,
            (SELECT coalesce(sum(rounding), 0)::bigint FROM ledger_line
             WHERE clinic_id = \(clinic) AND happened_at >= \(time.lowerBound) AND happened_at < \(time.upperBound)
                AND rounding <> 0) AS rounding
        FROM ledger_line
        WHERE clinic_id = \(clinic) AND happened_at >= \(time.lowerBound) AND happened_at < \(time.upperBound)
        """
    }

    /// A query for the ledger's lines that change the production in a range of time. Each row has the appointment that
    /// the line's invoice charges, or NULL if the invoice charges no appointment.
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
