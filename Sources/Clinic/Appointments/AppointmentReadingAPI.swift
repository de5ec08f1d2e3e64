import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The lists and documents of appointments, for each role.
enum AppointmentReadingAPI {
    static let endpoints = patients + staff

    private static let patients: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/patient/home", id: "getPatientHome", summary: "Show one's own next appointment",
            details: "The next appointment, and how many are to come.",
            tag: AppointmentsAPI.tag, for: PatientOnly.self, takes: .dependant,
            answers: [.ok(PatientHome.codec, "The next appointment and the count")]
        ) { caller, dependant throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.home(dependant ?? ID(caller.patient), for: Viewer(caller), at: now)
            }
        },
        Endpoint(
            .get, "/api/v1/patient/appointments", id: "listOwnAppointments",
            summary: "List one's own appointments",
            details: "Appointments to come or past ones, of the caller or of a dependant.",
            tag: AppointmentsAPI.tag, for: PatientOnly.self,
            takes: .query(
                "when", .stringEnum.described("Appointments to come, the next first; or past ones, the latest first."),
                default: AppointmentQueries.When.upcoming),
            .dependant, .page(limit: 20, key: [.second, .uuid]),
            answers: [.page(of: PatientAppointment.codec, "A page of appointments")]
        ) { caller, when, dependant, page throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.own(
                    dependant ?? ID(caller.patient), for: Viewer(caller), when, page, at: now)
            }
        },
        Endpoint(
            .get, "/api/v1/appointments/{appointment_id}", id: "getAppointment",
            summary: "Show an appointment",
            details:
                """
                Patients see their own appointments and those of their dependants. For them `can_cancel` says \
                whether they may cancel or move it now, until `cancel_deadline`.
                """,
            tag: AppointmentsAPI.tag, for: Anyone.self, takes: .path("appointment_id", .appointmentID),
            answers: [.ok(AppointmentDocument.eitherSchema, "The appointment")], problems: [.notFound]
        ) { caller, id throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.detail(caller.clinic, id, for: Viewer(ifPatient: caller), at: now)
            }
        },
    ]

    private static let polling = "Poll with `If-None-Match`, and with `Prefer: wait=25` to hear of news at once."

    private static let day = Codec<CivilDate>.date.described("The day, by the clinic's calendar; absent: today.")

    private static let staff: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/reception/queue", id: "getReceptionQueue",
            summary: "List a day's appointments for the reception",
            details: """
                All appointments of the day, by time. `waiting_since` is when a waiting patient checked in. \
                \(polling)
                """,
            tag: AppointmentsAPI.tag, for: FrontDesk.self, takes: .optionalQuery("date", day),
            answers: [.page(of: ScheduledAppointment.codec, "The day's appointments, as one page")], caching: .polled
        ) { caller, date throws(Problem) in
            .query { model, now throws(Problem) in
                AppointmentQueries.queue(caller.clinic, on: date ?? model[.basics].zone.date(of: now))
            }
        },
        Endpoint(
            .get, "/api/v1/doctor/schedule", id: "getDoctorSchedule", summary: "List a doctor's appointments of a day",
            details: "By time; the caller's own if no doctor is named. \(polling)", tag: AppointmentsAPI.tag,
            for: Clinical.self, takes: .optionalQuery("date", day),
            .optionalQuery(
                "doctor_id", Codec<ID<StaffMember>>.id().described("The doctor whose day it is; absent: the caller.")),
            answers: [.page(of: ScheduledAppointment.codec, "The day's appointments, as one page")], caching: .polled
        ) { caller, date, doctor throws(Problem) in
            .query { model, now throws(Problem) in
                AppointmentQueries.schedule(
                    caller.clinic, of: doctor?.uuid ?? caller.staff, on: date ?? model[.basics].zone.date(of: now))
            }
        },
        Endpoint(
            .get, "/api/v1/appointments", id: "listAppointments", summary: "List appointments by day and time",
            details: """
                Either on one `date`, or `from` one day `to` another (both inclusive); from today on if none is \
                given.
                """,
            tag: AppointmentsAPI.tag, for: Staff.self,
            takes: .optionalQuery(
                "date",
                .date.described("Only appointments on this day, by the clinic's calendar; not with `from` or `to`.")),
            .optionalQuery(
                "from", .date.described("Only appointments on this day or later, by the clinic's calendar.")),
            .optionalQuery(
                "to", .date.described("Only appointments on this day or earlier, by the clinic's calendar.")),
            .optionalQuery(
                "doctor_id", Codec<ID<StaffMember>>.id().described("Only appointments with this doctor.")),
            .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only appointments of this patient.")),
            .queryList(
                "status",
                AppointmentStatus.codec.described("Only appointments with one of these statuses; absent: with any.")),
            .page(key: [.date, .second, .uuid]),
            answers: [.page(of: ScheduledAppointment.codec, "A page of appointments with their patients")]
        ) { caller, date, from, to, doctor, patient, statuses, page throws(Problem) in
            guard date == nil || (from == nil && to == nil) else {
                throw .malformed(query: "date", code: "not_allowed", detail: "either date, or from and to")
            }
            return .query { model, now throws(Problem) in
                let today = model[.basics].zone.date(of: now)
                let first = date ?? from ?? (to == nil ? today : .first)
                let filter = AppointmentQueries.Filter(
                    from: first, to: date ?? to ?? .last, doctor: doctor, patient: patient, statuses: statuses)
                return AppointmentQueries.list(caller.clinic, filter, page)
            }
        },
    ]
}

extension CivilDate {
    /// A date before all dates that a clinic can have.
    fileprivate static let first = CivilDate(daysSince1970: -719_162)
    fileprivate static let last = CivilDate(daysSince1970: 2_932_896)
}
