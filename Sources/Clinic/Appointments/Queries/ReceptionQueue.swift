import Endpoints
import EventSourcing
import JSON
import SQL

extension AppointmentsAPI {
    /// The reception's queue: a day's arriving, waiting and leaving patients, sorted by time.
    static let getReceptionQueue = Endpoint<ClinicAction>(
        .get, "/api/v1/reception/queue", id: "getReceptionQueue",
        summary: "List a day's appointments for the reception",
        details: """
            All appointments of the day, by time. `waiting_since` is when a waiting patient checked in. \
            \(polling)
            """,
        tag: tag, for: FrontDesk.self, takes: .optionalQuery("date", day),
        answers: [.page(of: ScheduledAppointment.codec, "The day's appointments, as one page")], caching: .polled
    ) { caller, date throws(Problem) in
        .query { model, now throws(Problem) in
            AppointmentQueries.day(
                caller.clinic, date ?? model[.basics].zone.date(of: now),
                where: "status NOT IN ('cancelled', 'entered_in_error')")
        }
    }

    static let polling = "Poll with `If-None-Match`, and with `Prefer: wait=25` to hear of news at once."

    static let day = Codec<CivilDate>.date.described("The day, by the clinic's calendar; absent: today.")
}
