import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

// The lists of patients whom a front desk calls.

extension ReceptionAPI {
    /// The maximum number of days that a list of missed appointments looks back.
    private static let daysBack = 366

    static let listUnbookedPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/call-lists/unbooked", id: "listUnbookedPatients",
        summary: "List patients who cancelled or missed and have no new appointment",
        details: """
            Each patient's last appointment that was cancelled or missed, the latest first, if the patient has booked none since \
            and none is to come.
            """,
        tag: tag, for: FrontDesk.self,
        takes: .optionalQuery(
            "from",
            .date.described("Only appointments on this day or later, by the clinic's calendar; absent: 90 days back.")),
        .page(key: [.second, .uuid]),
        answers: [.page(of: ScheduledAppointment.codec, "A page of appointments with their patients")]
    ) { caller, from, page throws(Problem) in
        .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            let first = max(from ?? today.adding(days: -90), today.adding(days: -daysBack))
            return DocumentQuery(
                """
                SELECT a.document, p.card, extract(epoch FROM a.starts_at)::bigint::text, a.appointment_id::text, a.patient_id
                FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE a.clinic_id = \(caller.clinic) AND a.date BETWEEN \(first) AND \(today)
                    AND a.status IN ('cancelled', 'no_show') AND NOT EXISTS (
                        SELECT FROM appointment AS b
                        WHERE b.clinic_id = a.clinic_id AND b.patient_id = a.patient_id
                            AND b.appointment_id <> a.appointment_id AND b.status <> 'entered_in_error'
                            AND (b.starts_at, b.appointment_id) > (a.starts_at, a.appointment_id))
                    \(AppointmentQueries.position(page, "<"))
                ORDER BY a.starts_at DESC, a.appointment_id DESC LIMIT \(page.limit + 1)
                """,
                members: ["appointment", "patient"], shape: .page(limit: page.limit, cursorColumns: 2),
                shows: .inLastColumn)
        }
    }

    static let listUnconfirmedAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/call-lists/unconfirmed", id: "listUnconfirmedAppointments",
        summary: "List appointments that nobody has confirmed",
        details: "A day's booked appointments without a confirmation, by time.", tag: tag, for: FrontDesk.self,
        takes: .optionalQuery("date", .date.described("The day, by the clinic's calendar; absent: tomorrow.")),
        answers: [.page(of: ScheduledAppointment.codec, "The day's appointments, as one page")]
    ) { caller, date throws(Problem) in
        .query { model, now throws(Problem) in
            AppointmentQueries.day(
                caller.clinic, date ?? model[.basics].zone.date(of: now).adding(days: 1), where: "status = 'booked'")
        }
    }
}
