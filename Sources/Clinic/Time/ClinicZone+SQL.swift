import EventSourcing
public import SQL
import TimeZones

extension ClinicZone {
    /// An SQL expression for the date that the clinic's clocks show at a `timestamptz`. It uses the clinic's own zone
    /// rules, since those of PostgreSQL may be of another release.
    ///
    /// - Parameters:
    ///   - instant: an SQL expression for the instant, which is not after `last`.
    ///   - last: changes of the clocks after this instant are left out of the statement.
    package func date(of instant: Statement, notAfter last: Instant) -> Statement {
        let periods = rules.periods.prefix { $0.start <= last.secondsSince1970 }
        return """
            (SELECT (\(instant) AT TIME ZONE 'UTC' + make_interval(secs => period.ahead))::date
             FROM unnest(\(periods.map(\.start)), \(periods.map(\.offset))) AS period (start, ahead)
             WHERE period.start <= extract(epoch FROM \(instant))
             ORDER BY period.start DESC LIMIT 1)
            """
    }
}
