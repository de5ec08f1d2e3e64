import SQL

/// SQL for sums of time over appointments, in which the time of a group visit counts once and not for each patient.
enum GroupMinutes {
    /// The SQL condition under which the time of a row `a` of the table `appointment` is added to a sum. Of the
    /// appointments of a group visit that were neither cancelled nor missed, only the longest is added.
    static let counts: Statement = """
        (a.group_service_id IS NULL OR NOT EXISTS (
            SELECT FROM appointment AS longer
            WHERE longer.clinic_id = a.clinic_id AND longer.holds_time
                AND longer.group_service_id = a.group_service_id AND longer.doctor_id = a.doctor_id
                AND longer.chair_id = a.chair_id AND longer.starts_at = a.starts_at
                AND (longer.ends_at, longer.appointment_id) > (a.ends_at, a.appointment_id)))
        """

    /// The minutes from the beginning to the end of the treatment in a row `a` of the table `appointment`. For a group
    /// visit, the minutes from the first beginning to the last end of its patients' treatments.
    static let treated: Statement = """
        extract(epoch FROM CASE WHEN a.group_service_id IS NULL
            THEN (a.document -> 'times' ->> 'finished_at')::timestamptz
                - (a.document -> 'times' ->> 'started_at')::timestamptz
            ELSE (
                SELECT max((g.document -> 'times' ->> 'finished_at')::timestamptz)
                    - min((g.document -> 'times' ->> 'started_at')::timestamptz)
                FROM appointment AS g
                WHERE g.clinic_id = a.clinic_id AND g.holds_time AND g.group_service_id = a.group_service_id
                    AND g.doctor_id = a.doctor_id AND g.chair_id = a.chair_id AND g.starts_at = a.starts_at
                    AND g.document -> 'times' ->> 'finished_at' IS NOT NULL
                    AND g.document -> 'times' ->> 'started_at' IS NOT NULL
            ) END) / 60
        """
}
