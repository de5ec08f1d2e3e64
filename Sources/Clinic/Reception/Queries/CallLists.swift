import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

// The lists of the patients whom a front desk calls.

extension ReceptionAPI {
    /// The maximum number of days back from today that the list of patients without a new appointment covers.
    private static let daysBack = 366

    static let listUnbookedPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/call-lists/unbooked", id: "listUnbookedPatients",
        summary: "List patients who cancelled or missed and have no new appointment",
        details: """
            Each patient's last appointment if it was cancelled or missed, the latest first. Patients who have another \
            appointment to come are not listed.
            """,
        tag: tag, for: FrontDesk.self,
        takes: .optionalQuery(
            "from",
            .date.described(
                "The first day (inclusive), by the clinic's calendar; absent: 90 days back. At most \(daysBack) days back."
            )),
        .page(key: [.second, .uuid]),
        answers: [.page(of: ScheduledAppointment.codec, "A page of appointments with their patients")]
    ) { caller, from, page throws(Problem) in
        .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            let first = max(from ?? today.adding(days: -90), today.adding(days: -daysBack))
            return DocumentQuery(
                """
                SELECT a.document, p.card, \(AppointmentQueries.isClosed),
                    extract(epoch FROM a.starts_at)::bigint::text, a.appointment_id::text, a.patient_id
                FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE a.clinic_id = \(caller.clinic) AND a.date >= \(first) AND a.status IN ('cancelled', 'no_show')
                    AND NOT EXISTS (
                        SELECT FROM appointment AS b
                        WHERE b.clinic_id = a.clinic_id
                            AND \(PersonRecords.has("b.patient_id", ofPersonWith: "a.patient_id", in: caller.clinic))
                            AND b.status <> 'entered_in_error' AND (
                                (b.starts_at, b.appointment_id) > (a.starts_at, a.appointment_id)
                                OR b.starts_at > \(now) AND b.holds_time))
                    \(AppointmentQueries.position(page, "<"))
                ORDER BY a.starts_at DESC, a.appointment_id DESC LIMIT \(page.limit + 1)
                """,
                members: ["appointment", "patient"], shape: .page(limit: page.limit, cursorColumns: 2),
                shows: .inLastColumn, outdated: .closedAppointment(markedIn: 2))
        }
    }

    static let listUnconfirmedAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/call-lists/unconfirmed", id: "listUnconfirmedAppointments",
        summary: "List a day's unconfirmed appointments",
        details: "Booked appointments that nobody has confirmed yet, by time.", tag: tag, for: FrontDesk.self,
        takes: .optionalQuery("date", .date.described("The day, by the clinic's calendar; absent: tomorrow.")),
        answers: [.page(of: ScheduledAppointment.codec, "The day's appointments, as one page")]
    ) { caller, date throws(Problem) in
        .query { model, now throws(Problem) in
            AppointmentQueries.day(
                caller.clinic, date ?? model[.basics].zone.date(of: now).adding(days: 1), where: "status = 'booked'")
        }
    }

    static let listPatientsToRecall = Endpoint<ClinicAction>(
        .get, "/api/v1/call-lists/recalls", id: "listPatientsToRecall",
        summary: "List patients to call because a visit is due",
        details: """
            Patients whose last completed visit is so long ago that the service's recall rule asks for another, the longest due \
            first. Patients who have an appointment for the service, or whose recall is paused, are not listed. Of a visit with \
            several services, only the first service counts. `GET /api/v1/recalls` lists paused recalls, and those of one service.
            """,
        tag: tag, for: FrontDesk.self,
        takes: .optionalQuery(
            "by",
            Codec<CivilDate>.date.described("Due on this day or earlier, by the clinic's calendar; absent: today.")),
        .page(key: [.date, .uuid, .uuid]),
        answers: [.page(of: DueRecall.codec, "A page of due visits with their patients")]
    ) { caller, by, page throws(Problem) in
        .query { model, now throws(Problem) in
            let settings = model[.settings]
            let filter = RecallList.Filter(by: by ?? settings.zone.date(of: now), service: nil, isPaused: false)
            return RecallList.query(caller.clinic, filter, page, settings, at: now)
        }
    }
}
