import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension AppointmentsAPI {
    static let getDoctorSchedule = Endpoint<ClinicAction>(
        .get, "/api/v1/doctor/schedule", id: "getDoctorSchedule", summary: "List a doctor's appointments of a day",
        details:
            """
            Appointments in which the doctor treats as the hygienist are included. The list is sorted by time, and \
            each entry has the patient's alerts. If no doctor is named, the caller's own appointments are listed. \
            \(polling) \(FollowedList.text)
            """,
        tag: tag,
        for: Clinical.self, takes: .optionalQuery("date", day),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("The doctor whose day it is; absent: the caller.")),
        .since, .asOf,
        answers: [.followed(of: AgendaEntry.codec, "The day's appointments, as one page, or what changed")],
        caching: .polled
    ) { caller, date, doctor, since, time throws(Problem) in
        if let time {
            let doctor = doctor ?? ID(caller.staff)
            return .past(
                PastQuery(
                    time,
                    .day { model, now throws(Problem) in
                        PastDay(
                            date: date ?? model[.basics].zone.date(of: now), doctor: doctor, chair: nil,
                            chairs: model[.settings].chairs.all.map(\.id), list: .schedule)
                    }))
        }
        return .query { model, now throws(Problem) in
            AppointmentQueries.day(
                caller.clinic, date ?? model[.basics].zone.date(of: now),
                where:
                    "\(AppointmentQueries.treated(by: doctor ?? ID(caller.staff))) AND status NOT IN ('cancelled', 'entered_in_error')",
                since: since, withAlerts: true)
        }
    }
}
