import Endpoints
public import EventSourcing
import Identifiers
import JSON
public import SQL

/// The list of patients who should come again.
public enum RecallList {
    struct Filter: Sendable {
        /// The last day on which a patient in the list of recalls may become due.
        let by: CivilDate
        let service: ID<Service>?
        let isPaused: Bool
    }

    static func query(
        _ clinic: UUIDBytes, _ filter: Filter, _ page: Page, _ settings: ClinicSettings, at now: Instant
    ) -> DocumentQuery {
        let today = settings.zone.date(of: now)
        let counted = reminders(
            in: "listed.notes", "listed.other_notes", after: "listed.last_visit", settings.zone, at: now)
        // The reminders are counted only for the recalls on one page of the list, not for all recalls that are due.
        return DocumentQuery(
            """
            SELECT to_json(listed.service_id), to_json(listed.due), to_json(listed.last_visit), to_json(r.count),
                to_json(r.last), to_json(CASE WHEN listed.paused_until > \(today) THEN listed.paused_until END), listed.card,
                listed.due::text, listed.patient_id::text, listed.service_id::text, listed.shown_id
            FROM (\(due(clinic, filter, page, settings, on: today))) AS listed
            CROSS JOIN LATERAL (
                \(counted)
            ) AS r
            ORDER BY listed.due, listed.patient_id, listed.service_id
            """,
            members: ["service_id", "due", "last_visit", "reminders", "last_reminder", "paused_until", "patient"],
            shape: .page(limit: page.limit, cursorColumns: 3), shows: .inLastColumn,
            asyncProjections: [RecallVisits.table.name])
    }

    /// A statement that selects the number of reminders that were given after a day of the clinic's calendar, and the
    /// time of the last one.
    ///
    /// - Parameters:
    ///   - notes: SQL expressions for the documents that contain the reminders of the recall: one document for each
    ///     record of the person.
    ///   - day: an SQL expression for the day; reminders of this day do not count.
    public static func reminders(
        in notes: Statement..., after day: Statement, _ zone: ClinicZone, at now: Instant
    ) -> Statement {
        let noted = notes.map { "SELECT json_array_elements(\($0) -> 'reminders')" as Statement }
        return """
            SELECT count(*) AS count, max(reminder ->> 'at') AS last
            FROM (\(noted.joined(separator: " UNION ALL "))) AS noted (reminder)
            WHERE \(zone.date(of: "(reminder ->> 'at')::timestamptz", notAfter: now)) > \(day)
            """
    }

    /// A statement that selects the recalls of a page and one more, without the counts of their reminders.
    ///
    /// If a person has a surviving and a merged record, only the one with the later visit for a service is listed, with
    /// the surviving record's card. Reminders and pauses of both records count. If one of the records has a visit for
    /// the service today or later, neither record is listed.
    private static func due(
        _ clinic: UUIDBytes, _ filter: Filter, _ page: Page, _ settings: ClinicSettings, on today: CivilDate
    ) -> Statement {
        var rules: [(service: ID<Service>, interval: RecallInterval)] = []
        for service in settings.services.all where service.isActive && (filter.service ?? service.id) == service.id {
            if let interval = service.recall { rules.append((service.id, interval)) }
        }
        let paused: Statement =
            filter.isPaused ? "p.until > \(today)" : "(p.until IS NULL OR p.until <= \(today))"
        var after: Statement = ""
        if let values = page.after?.values, values.count == 3, let due = CivilDate(iso8601: values[0]),
            let patient = UUIDBytes(values[1]), let service = UUIDBytes(values[2])
        {
            after = "AND (d.due, v.patient_id, v.service_id) > (\(due), \(patient), \(service))"
        }
        return """
            WITH pair AS MATERIALIZED (
                SELECT record.id, record.other, m.merged_into AS survivor
                FROM patient AS m CROSS JOIN LATERAL (
                    VALUES (m.patient_id, m.merged_into), (m.merged_into, m.patient_id)) AS record (id, other)
                WHERE m.clinic_id = \(clinic) AND m.merged_into IS NOT NULL
            )
            SELECT v.service_id, v.patient_id, v.last_visit, d.due, p.until AS paused_until, n.document AS notes,
                o.document AS other_notes, c.card, c.patient_id AS shown_id
            FROM unnest(\(rules.map(\.service)), \(rules.map(\.interval.months)), \(rules.map(\.interval.days)),
                    \(rules.map(\.interval.leastDays))) AS rule (service_id, months, days, least)
            JOIN recall_visits AS v ON v.clinic_id = \(clinic) AND v.service_id = rule.service_id
                AND v.last_visit <= \(filter.by)::date - rule.least::integer
            CROSS JOIN LATERAL (
                SELECT (v.last_visit + make_interval(months => rule.months::integer, days => rule.days::integer))::date
                    AS due
            ) AS d
            LEFT JOIN pair ON pair.id = v.patient_id
            JOIN patient AS c ON c.clinic_id = v.clinic_id AND c.patient_id = coalesce(pair.survivor, v.patient_id)
                AND c.sort_name <> ''
            LEFT JOIN recall_notes AS n ON n.clinic_id = v.clinic_id AND n.recall = v.recall
            LEFT JOIN recall_notes AS o ON o.clinic_id = v.clinic_id AND o.patient_id = pair.other
                AND o.document ->> 'service_id' = v.service_id::text
            CROSS JOIN LATERAL (SELECT greatest(n.paused_until, o.paused_until) AS until) AS p
            WHERE NOT EXISTS (
                    SELECT FROM recall_visits AS w
                    WHERE w.clinic_id = v.clinic_id AND w.patient_id = pair.other AND w.service_id = v.service_id
                        AND ((w.last_visit, w.patient_id) > (v.last_visit, v.patient_id) OR w.next_visit >= \(today)))
                AND d.due <= \(filter.by) AND (v.next_visit IS NULL OR v.next_visit < \(today)) AND \(paused) \(after)
            ORDER BY d.due, v.patient_id, v.service_id LIMIT \(page.limit + 1)
            """
    }
}

extension RecallsAPI {
    static let listRecalls = Endpoint<ClinicAction>(
        .get, "/api/v1/recalls", id: "listRecalls", summary: "List the patients who should come again",
        details: """
            Patients whose last completed visit for a service with a recall rule is so long ago that they are due `by` a day, \
            and who have no appointment for it. The longest due come first. Of a visit with several services, only the first \
            service counts. Merged records are one patient.
            """, tag: tag, for: FrontDesk.self,
        takes: .optionalQuery(
            "by",
            Codec<CivilDate>.date.described("Due on this day or earlier, by the clinic's calendar; absent: today.")),
        .optionalQuery("service_id", Codec<ID<Service>>.id().described("Only recalls for this service.")),
        .query(
            "paused", Codec<Bool>.bool.described("`true`: only recalls that pause; `false`: only those that do not."),
            default: false),
        .page(key: [.date, .uuid, .uuid]), answers: [.page(of: DueRecall.codec, "A page of recalls")]
    ) { caller, by, service, paused, page throws(Problem) in
        .query { model, now throws(Problem) in
            let settings = model[.settings]
            let filter = RecallList.Filter(
                by: by ?? settings.zone.date(of: now), service: service, isPaused: paused)
            return RecallList.query(caller.clinic, filter, page, settings, at: now)
        }
    }
}
