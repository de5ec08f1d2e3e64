import Endpoints
import EventSourcing
import Identifiers
import SQL

extension Dashboard {
    /// - Parameter date: a day of the clinic's calendar, `nil` for today.
    static func query(
        _ clinic: UUIDBytes, on date: CivilDate?
    ) -> @Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { facts, now throws(Problem) in
            let settings = facts[.settings]
            let today = date ?? settings.zone.date(of: now)
            let monday = today.adding(days: 1 - today.weekday)
            let first = monday.adding(days: -7 * (weekCount - 1))
            let bounds = settings.zone.bounds(of: today)
            let since = settings.zone.bounds(of: first).lowerBound
            let until = settings.zone.bounds(of: monday.adding(days: 7)).lowerBound
            let statement: Statement = """
                WITH week AS (
                    SELECT \(first)::date + 7 * n::integer AS monday FROM generate_series(0, \(Int64(weekCount - 1))) AS n
                ), day AS (
                    SELECT count(*) FILTER (WHERE status NOT IN ('cancelled', 'entered_in_error')) AS appointments,
                        count(*) FILTER (WHERE status IN ('requested', 'booked', 'confirmed')) AS open,
                        count(*) FILTER (WHERE status IN ('arrived', 'seated')) AS waiting,
                        count(*) FILTER (WHERE status = 'in_treatment') AS in_treatment,
                        count(*) FILTER (WHERE status IN ('ready_for_checkout', 'completed')) AS completed,
                        count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                        count(*) FILTER (WHERE status = 'no_show') AS no_shows
                    FROM appointment WHERE clinic_id = \(clinic) AND date = \(today)
                ), visits AS (
                    SELECT date - (extract(isodow FROM date)::integer - 1) AS monday,
                        count(*) FILTER (WHERE status NOT IN ('cancelled', 'entered_in_error')) AS appointments,
                        count(*) FILTER (WHERE status IN ('ready_for_checkout', 'completed')) AS completed,
                        count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                        count(*) FILTER (WHERE status = 'no_show') AS no_shows
                    FROM appointment
                    WHERE clinic_id = \(clinic) AND date >= \(first) AND date < \(monday.adding(days: 7))
                    GROUP BY 1
                ), money AS (
                    SELECT received - (extract(isodow FROM received)::integer - 1) AS monday, sum(net_amount) AS revenue
                    FROM (
                        SELECT (received_at AT TIME ZONE \(settings.zone.identifier))::date AS received, net_amount
                        FROM payment
                        WHERE clinic_id = \(clinic) AND received_at >= \(since) AND received_at < \(until)
                    ) AS payment
                    GROUP BY 1
                )
                SELECT json_build_object(
                    'date', \(today),
                    'today', (SELECT json_build_object(
                        'appointments', appointments, 'open', open, 'waiting', waiting, 'in_treatment', in_treatment,
                        'completed', completed, 'cancelled', cancelled, 'no_shows', no_shows,
                        'revenue', coalesce((
                            SELECT sum(net_amount) FROM payment
                            WHERE clinic_id = \(clinic) AND received_at >= \(bounds.lowerBound)
                                AND received_at < \(bounds.upperBound)), 0),
                        'outstanding', coalesce((
                            SELECT sum(open) FROM patient_account WHERE clinic_id = \(clinic)), 0),
                        'currency', \(settings.currency.code)) FROM day),
                    'weeks', (SELECT json_agg(json_build_object(
                        'monday', week.monday, 'appointments', coalesce(appointments, 0),
                        'completed', coalesce(completed, 0), 'cancelled', coalesce(cancelled, 0),
                        'no_shows', coalesce(no_shows, 0), 'revenue', coalesce(revenue, 0)) ORDER BY week.monday)
                        FROM week LEFT JOIN visits USING (monday) LEFT JOIN money USING (monday)))
                """
            return DocumentQuery(statement, shape: .one, shows: .nobodys)
        }
    }
}
