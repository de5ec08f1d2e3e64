import Endpoints
import EventSourcing
import Identifiers
import SQL

extension Dashboard {
    /// The query for the dashboard's figures of one day, and of the eight weeks up to it.
    ///
    /// - Parameter date: the day whose figures are shown, by the clinic's calendar; `nil` for today.
    static func query(
        _ clinic: UUIDBytes, on date: CivilDate?
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let basics = model[.basics]
            let currency = basics.currency.code
            let today = date ?? basics.zone.date(of: now)
            let monday = today.adding(days: 1 - today.weekday)
            let first = monday.adding(days: -7 * (weekCount - 1))
            let bounds = basics.zone.bounds(of: today)
            let mondays = (0...weekCount).map { first.adding(days: $0 * 7) }
            // The instant at which each of the dashboard's weeks begins in the clinic's time zone, and the instant at
            // which the last week ends.
            let begins = mondays.map { basics.zone.bounds(of: $0).lowerBound }
            let models = [ClinicDays.table.name, ClinicBalances.table.name] + LedgerSums.models
            let statement: Statement = """
                WITH week AS (
                    SELECT monday, since, until
                    FROM unnest(\(Array(mondays.dropLast())), \(Array(begins.dropLast())), \(Array(begins.dropFirst())))
                        AS week (monday, since, until)
                ), visits AS (
                    SELECT day::date - (extract(isodow FROM day::date)::integer - 1) AS monday,
                        sum(appointments) AS appointments, sum(completed) AS completed, sum(cancelled) AS cancelled,
                        sum(no_shows) AS no_shows
                    FROM clinic_day
                    WHERE clinic_id = \(clinic) AND day >= \(first.iso8601) AND day < \(monday.adding(days: 7).iso8601)
                    GROUP BY 1
                ), money AS (
                    SELECT monday, sum(revenue) AS revenue, sum(production) AS production,
                        sum(collections - refunds) AS collections
                    FROM week JOIN ledger_line ON happened_at >= since AND happened_at < until
                    WHERE clinic_id = \(clinic)
                    GROUP BY 1
                ), day AS (
                    \(LedgerSums.figures(clinic, in: bounds))
                )
                SELECT json_build_object(
                    'date', \(today),
                    'pending_events', (
                        SELECT coalesce(max(feed.last_position - coalesce(place.position, 0)), 0)
                        FROM clinic_feed AS feed CROSS JOIN unnest(\(models.map(\.description))) AS model (name)
                        LEFT JOIN behind_position AS place
                            ON place.clinic_id = feed.clinic_id AND place.name = model.name
                        WHERE feed.clinic_id = \(clinic)),
                    'today', (SELECT json_build_object(
                        'appointments', coalesce(sum(appointments), 0), 'open', coalesce(sum(open), 0),
                        'waiting', coalesce(sum(waiting), 0), 'in_treatment', coalesce(sum(in_treatment), 0),
                        'completed', coalesce(sum(completed), 0), 'cancelled', coalesce(sum(cancelled), 0),
                        'no_shows', coalesce(sum(no_shows), 0),
                        'overrides', (
                            SELECT count(*) FROM appointment
                            WHERE clinic_id = \(clinic) AND date = \(today) AND document -> 'override' IS NOT NULL),
                        'revenue', (SELECT json_build_object('currency', \(currency), 'amount', revenue) FROM day),
                        'production', (
                            SELECT json_build_object('currency', \(currency), 'amount', production) FROM day),
                        'collections', (
                            SELECT json_build_object('currency', \(currency), 'amount', collections) FROM day),
                        'refunds', (SELECT json_build_object('currency', \(currency), 'amount', refunds) FROM day),
                        'write_offs', (
                            SELECT json_build_object('currency', \(currency), 'amount', write_offs) FROM day),
                        'adjustments', (
                            SELECT json_build_object('currency', \(currency), 'amount', adjustments) FROM day),
                        'rounding', (SELECT json_build_object('currency', \(currency), 'amount', rounding) FROM day),
                        -- The sum that is owed now, without what happened since the day's end.
                        'outstanding', json_build_object('currency', \(currency), 'amount', coalesce((
                            SELECT open FROM clinic_balance
                            WHERE clinic_id = \(clinic) AND account = \(ClinicBalances.receivables)), 0)
                            - coalesce((
                                SELECT sum(production - revenue - write_offs - adjustments) FROM ledger_line
                                WHERE clinic_id = \(clinic) AND happened_at >= \(bounds.upperBound)), 0)))
                        FROM clinic_day WHERE clinic_id = \(clinic) AND day = \(today.iso8601)),
                    'weeks', (SELECT json_agg(json_build_object(
                        'monday', week.monday, 'appointments', coalesce(appointments, 0),
                        'completed', coalesce(completed, 0), 'cancelled', coalesce(cancelled, 0),
                        'no_shows', coalesce(no_shows, 0),
                        'revenue', json_build_object('currency', \(currency), 'amount', coalesce(revenue, 0)),
                        'production', json_build_object('currency', \(currency), 'amount', coalesce(production, 0)),
                        'collections', json_build_object('currency', \(currency), 'amount', coalesce(collections, 0)))
                        ORDER BY week.monday)
                        FROM week LEFT JOIN visits USING (monday) LEFT JOIN money USING (monday)))
                """
            return DocumentQuery(statement, shape: .one, shows: .nobodys, asyncProjections: models)
        }
    }
}
