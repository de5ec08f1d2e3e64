import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// Future appointments that cannot take place as they were booked: the clinic is closed, their doctor or hygienist does
/// not work any more, their chair was retired or lacks equipment, or their time is blocked.
///
/// The list is computed from the present settings and blocks, so an appointment leaves the list when the appointment is
/// moved or cancelled, or when the closure, the time off or the block is removed. Appointments that an override placed
/// outside of the working hours or in a blocked time are not listed for that.
enum AffectedAppointments {
    /// The maximum number of days in a list of appointments that cannot take place as they were booked.
    static let maximumDays = 92

    enum Cause: String, Hashable, Sendable, CaseIterable {
        case closed
        case doctorAway = "doctor_away"
        case doctorLeft = "doctor_left"
        case hygienistAway = "hygienist_away"
        case hygienistLeft = "hygienist_left"
        case outsideHours = "outside_hours"
        case chairRetired = "chair_retired"
        case equipmentMissing = "equipment_missing"
        case blocked
    }

    static func query(
        _ clinic: UUIDBytes, _ days: ClosedRange<CivilDate>, _ settings: ClinicSettings, _ page: Page, at now: Instant
    ) -> DocumentQuery {
        let after = AppointmentQueries.position(page, ">", day: true)
        return DocumentQuery(
            """
            SELECT a.document, p.card, to_json(a.cause), \(AppointmentQueries.isClosed), a.date::text,
                extract(epoch FROM a.starts_at)::bigint::text, a.appointment_id::text, a.patient_id
            FROM (\(rows(clinic, days, settings, after, at: now))) AS a
            LEFT JOIN patient AS p USING (clinic_id, patient_id)
            ORDER BY a.date, a.starts_at, a.appointment_id LIMIT \(page.limit + 1)
            """,
            members: ["appointment", "patient", "cause"], shape: .page(limit: page.limit, cursorColumns: 3),
            shows: .inLastColumn, outdated: .closedAppointment(markedIn: 3))
    }

    /// A statement that selects the appointments on some days that cannot take place as they were booked. A row also has
    /// the cause.
    static func rows(
        _ clinic: UUIDBytes, _ days: ClosedRange<CivilDate>, _ settings: ClinicSettings, _ filter: Statement,
        at now: Instant
    ) -> Statement {
        let hours = WorkingPeriods(days, settings)
        return """
            SELECT a.*, CASE
                WHEN a.is_off_hours THEN \(causeOfHours(days, settings))
                WHEN a.is_chair_retired THEN 'chair_retired'
                WHEN a.lacks_equipment THEN 'equipment_missing'
                ELSE 'blocked' END AS cause
            FROM (
                SELECT a.*, EXISTS (
                    SELECT FROM \(treating) AS treats WHERE NOT EXISTS (
                        SELECT FROM unnest(\(hours.doctors)::uuid[], \(hours.dates)::date[],
                            \(hours.starts)::timestamptz[], \(hours.ends)::timestamptz[])
                            AS period (staff_id, date, first, last)
                        WHERE period.staff_id = treats.staff_id AND period.date = a.date
                            AND period.first <= treats.since AND treats.until <= period.last))
                    AND NOT \(wasChosen("outside_hours")) AS is_off_hours,
                    \(isChairRetired(settings)) AS is_chair_retired,
                    \(lacksEquipment(settings)) AS lacks_equipment,
                    \(isBlocked(days)) AS is_blocked
                FROM appointment AS a
                WHERE a.clinic_id = \(clinic) AND a.date BETWEEN \(days.lowerBound) AND \(days.upperBound)
                    AND a.starts_at > \(now) AND a.status IN ('requested', 'booked', 'confirmed') \(filter)
            ) AS a
            WHERE a.is_off_hours OR a.is_chair_retired OR a.lacks_equipment OR a.is_blocked
            """
    }

    /// The cause of an appointment at a time when the clinic is closed, or the doctor or hygienist does not work.
    private static func causeOfHours(_ days: ClosedRange<CivilDate>, _ settings: ClinicSettings) -> Statement {
        let leave = Leave(days, settings)
        let closed = settings.closures.filter { $0.days.last >= days.lowerBound && $0.days.first <= days.upperBound }
        let doctors = settings.staff.all.filter { settings.doctor($0.id) != nil }.map(\.id.uuid)
        return """
            CASE
                WHEN EXISTS (
                    SELECT FROM unnest(\(closed.map(\.days.first))::date[], \(closed.map(\.days.last))::date[])
                        AS closure (first, last)
                    WHERE a.date BETWEEN closure.first AND closure.last) THEN 'closed'
                WHEN a.doctor_id <> ALL (\(doctors)::uuid[]) THEN 'doctor_left'
                WHEN a.hygienist_id <> ALL (\(doctors)::uuid[]) THEN 'hygienist_left'
                ELSE coalesce((
                    SELECT min(treats.provider || '_away')
                    FROM \(treating) AS treats
                    JOIN unnest(\(leave.doctors)::uuid[], \(leave.starts)::timestamptz[],
                        \(leave.ends)::timestamptz[]) AS leave (staff_id, first, last)
                        ON leave.staff_id = treats.staff_id AND leave.first < treats.until AND treats.since < leave.last
                    ), 'outside_hours') END
            """
    }
}

extension AffectedAppointments {
    /// The subquery that selects the doctor and the hygienist of the appointment `a`, each with the times in which they
    /// treat.
    static let treating: Statement = """
        (
            SELECT a.doctor_id AS staff_id, 'doctor' AS provider, a.starts_at AS since, a.ends_at AS until
            WHERE a.hygienist_id IS NULL
            UNION ALL
            SELECT who.staff_id, who.provider, a.starts_at + lower(part) * interval '1 minute',
                a.starts_at + upper(part) * interval '1 minute'
            FROM (VALUES (a.doctor_id, 'doctor', a.doctor_minutes), (a.hygienist_id, 'hygienist', a.hygienist_minutes))
                AS who (staff_id, provider, minutes)
            CROSS JOIN LATERAL unnest(who.minutes::int4multirange) AS part
            WHERE a.hygienist_id IS NOT NULL
        )
        """
}

/// The absences of members of staff that overlap the given days.
private struct Leave {
    private(set) var doctors: [UUIDBytes] = []
    private(set) var starts: [Instant] = []
    private(set) var ends: [Instant] = []

    init(_ days: ClosedRange<CivilDate>, _ settings: ClinicSettings) {
        for member in settings.staff.all {
            for absence in member.timeOff
            where absence.end.date >= days.lowerBound && absence.start.date <= days.upperBound {
                doctors.append(member.id.uuid)
                starts.append(settings.zone.firstInstant(absence.start.date, absence.start.time))
                ends.append(settings.zone.firstInstant(absence.end.date, absence.end.time))
            }
        }
    }
}

/// The periods in which doctors work, on some days.
struct WorkingPeriods {
    private(set) var doctors: [UUIDBytes] = []
    private(set) var dates: [CivilDate] = []
    private(set) var starts: [Instant] = []
    private(set) var ends: [Instant] = []

    init(_ days: ClosedRange<CivilDate>, _ settings: ClinicSettings) {
        let working = settings.staff.all.filter { settings.doctor($0.id) != nil }
        for day in days.lowerBound.daysSince1970...days.upperBound.daysSince1970 {
            let frame = DayFrame(CivilDate(daysSince1970: day), in: settings.zone)
            for doctor in working {
                add(settings.workingTime(of: doctor, on: frame), of: doctor.id, on: frame)
            }
        }
    }

    /// Adds a doctor's working periods of a day: the runs of consecutive five-minute atoms in the set.
    private mutating func add(_ atoms: AtomSet, of doctor: ID<StaffMember>, on frame: DayFrame) {
        var next = atoms.first(from: 0)
        while let first = next {
            var end = first + 1
            while atoms.contains(end) { end += 1 }
            doctors.append(doctor.uuid)
            dates.append(frame.date)
            starts.append(frame.instant(first))
            ends.append(frame.instant(end))
            next = atoms.first(from: end)
        }
    }
}

/// An appointment that cannot take place as it was booked, with its patient's card.
struct AffectedAppointment: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?
    let cause: AffectedAppointments.Cause

    static let codec = object(
        AffectedAppointment.init(appointment:patient:cause:),
        field("appointment", \.appointment, AppointmentDocument.codec.described("The appointment.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card.")),
        field(
            "cause", \.cause,
            .stringEnum.described(
                """
                Why the appointment cannot take place: the clinic is `closed`, the doctor or the hygienist has time off \
                (`doctor_away`, `hygienist_away`), works no more (`doctor_left`, `hygienist_left`), or not at this time \
                (`outside_hours`), the chair was retired (`chair_retired`) or lacks equipment that a service of the visit \
                needs (`equipment_missing`), or the time of the doctor, the hygienist or the chair is `blocked`.
                """))
    ).described("An appointment that cannot take place as it was booked.").named("AffectedAppointment")
}

extension ReceptionAPI {
    static let listAffectedAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/affected-appointments", id: "listAffectedAppointments",
        summary: "List appointments that cannot take place as they were booked",
        details: """
            Appointments to come on closed days, in the time off of their doctor or hygienist, outside of working hours, with \
            one who has left, in a retired chair or one without the needed equipment, or in blocked time, by day and time. An \
            appointment stays in the list until it is moved or cancelled, or until its cause is gone. Times that somebody \
            chose by an override are not listed. At most \(AffectedAppointments.maximumDays) days \
            at once.
            """,
        tag: tag, for: Staff.self,
        takes: .optionalQuery(
            "from", .date.described("The first day (inclusive), by the clinic's calendar; absent: today.")),
        .optionalQuery(
            "to",
            .date.described(
                "The last day (inclusive), by the clinic's calendar; absent: \(AffectedAppointments.maximumDays) days.")
        ),
        .page(key: [.date, .second, .uuid]),
        answers: [.page(of: AffectedAppointment.codec, "A page of appointments with their patients")]
    ) { caller, from, to, page throws(Problem) in
        .query { model, now throws(Problem) in
            let settings = model[.settings]
            let first = from ?? settings.zone.date(of: now)
            let last = to ?? first.adding(days: AffectedAppointments.maximumDays - 1)
            let days = try ClosedRange<CivilDate>.asked(from: first, to: last, atMost: AffectedAppointments.maximumDays)
            return AffectedAppointments.query(caller.clinic, days, settings, page, at: now)
        }
    }
}
