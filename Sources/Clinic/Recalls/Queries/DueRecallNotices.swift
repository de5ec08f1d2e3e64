import EventSourcing
public import SQL

/// The search for recalls with a due reminder.
public enum DueRecallNotices {
    /// A statement that selects the clinics and the completed visits of recalls with a reminder that is due at an
    /// instant.
    ///
    /// The statement uses PostgreSQL's rules of time zones, which may differ from this program's. The decision
    /// `RemindOfRecall` uses this program's rules. Of a person's surviving and merged record, the one with the later
    /// visit for a service counts.
    public static func due(_ now: Instant) -> Statement {
        """
        SELECT due.clinic_id, due.visit_id
        FROM (
            SELECT DISTINCT v.clinic_id, (v.document -> 'completed' -> -1 ->> 'appointment_id')::uuid AS visit_id
            FROM notification_settings AS s
            JOIN clinic_profile AS c ON c.clinic_id = s.clinic_id
            CROSS JOIN LATERAL (SELECT wall_clock(\(now), c.document ->> 'time_zone') AS now) AS clock
            CROSS JOIN LATERAL (
                SELECT days::integer
                FROM json_array_elements_text(s.document -> 'settings' -> 'recall_days') AS d (days)) AS stage
            JOIN service AS r ON r.clinic_id = s.clinic_id AND r.active
            CROSS JOIN LATERAL (
                SELECT (r.document -> 'recall' ->> 'months')::integer AS months,
                    (r.document -> 'recall' ->> 'days')::integer AS days) AS rule
            JOIN recall_visits AS v ON v.clinic_id = s.clinic_id AND v.service_id = r.service_id
                AND v.last_visit BETWEEN
                    clock.now::date - stage.days - \(latest)::integer - rule.days - 31 * rule.months
                    AND clock.now::date - stage.days - rule.days - 28 * rule.months
            CROSS JOIN LATERAL (
                SELECT (v.last_visit + make_interval(months => rule.months, days => rule.days))::date AS day) AS recall
            LEFT JOIN patient AS m ON m.clinic_id = v.clinic_id AND m.patient_id = v.patient_id
                AND m.merged_into IS NOT NULL
            LEFT JOIN patient AS o ON o.clinic_id = v.clinic_id AND o.merged_into = v.patient_id
            LEFT JOIN recall_visits AS w ON w.clinic_id = v.clinic_id
                AND w.recall = coalesce(m.merged_into, o.patient_id)::text || ':' || v.service_id::text
            LEFT JOIN recall_notes AS n ON n.clinic_id = v.clinic_id
                AND n.recall = coalesce(m.merged_into, v.patient_id)::text || ':' || v.service_id::text
            WHERE recall.day + stage.days + \(start) * interval '1 hour' <= clock.now
                AND recall.day + stage.days + \(start) * interval '1 hour' > clock.now - \(latest) * interval '1 day'
                AND (v.next_visit IS NULL OR v.next_visit < clock.now::date)
                AND (w.next_visit IS NULL OR w.next_visit < clock.now::date)
                AND (w.last_visit IS NULL OR (w.last_visit, w.patient_id) < (v.last_visit, v.patient_id))
                AND (n.paused_until IS NULL OR n.paused_until <= clock.now::date)
                AND (n.document -> 'notice' IS NULL
                    OR n.document -> 'notice' ->> 'visit_id'
                        IS DISTINCT FROM v.document -> 'completed' -> -1 ->> 'appointment_id'
                    OR (n.document -> 'notice' ->> 'due')::date <> recall.day
                    OR (n.document -> 'notice' ->> 'days')::integer < stage.days)
        ) AS due
        """
    }

    private static let latest = Int64(RemindOfRecall.daysInTime)
    private static let start = Int64(RemindOfRecall.hour)
}
