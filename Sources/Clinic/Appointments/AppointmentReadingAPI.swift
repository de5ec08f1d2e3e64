import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The lists and documents of appointments, for each role.
enum AppointmentReadingAPI {
    static let endpoints = patients + staff

    private static let patients: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/patient/home", id: "getPatientHome", summary: "My next appointment",
            tag: AppointmentsAPI.tag, for: PatientOnly.self, takes: .dependant, answers: [.ok(PatientHome.codec)]
        ) { caller, dependant throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.home(dependant ?? ID(caller.patient), for: Onlooker(caller), at: now)
            }
        },
        Endpoint(
            .get, "/api/v1/patient/appointments", id: "listOwnAppointments",
            summary: "My appointments, to come or past", tag: AppointmentsAPI.tag, for: PatientOnly.self,
            takes: .query("when", .stringEnum, default: AppointmentQueries.When.upcoming),
            .dependant, .page(limit: 20, key: [.second, .uuid]), answers: [.page(of: PatientAppointment.codec)]
        ) { caller, when, dependant, page throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.own(
                    dependant ?? ID(caller.patient), for: Onlooker(caller), when, page, at: now)
            }
        },
        Endpoint(
            .get, "/api/v1/appointments/{appointment_id}", id: "getAppointment",
            summary: "An appointment; for patients their own or a dependant's",
            details:
                "For patients `can_cancel` says whether they may cancel or move it now, until `cancel_deadline` (O15).",
            tag: AppointmentsAPI.tag, for: Anyone.self, takes: .path("appointment_id", .id()),
            answers: [.ok(AppointmentDocument.eitherSchema)], problems: [.notFound]
        ) { caller, id throws(Problem) in
            .query { _, now throws(Problem) in
                AppointmentQueries.detail(caller.clinic, id, for: Onlooker(ifPatient: caller), at: now)
            }
        },
    ]

    private static let polling = "Poll with `If-None-Match`, and with `Prefer: wait=25` to hear of news at once."

    private static let staff: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/reception/queue", id: "getReceptionQueue",
            summary: "Who comes, waits and goes on a day, by time (O22)",
            details: "`waiting_since` is when a patient who waits checked in. \(polling)",
            tag: AppointmentsAPI.tag, for: FrontDesk.self, takes: .optionalQuery("date", .date),
            answers: [.page(of: ScheduledAppointment.codec)], caching: .polled
        ) { caller, date throws(Problem) in
            .query { facts, now throws(Problem) in
                AppointmentQueries.queue(caller.clinic, on: date ?? facts[.basics].zone.date(of: now))
            }
        },
        Endpoint(
            .get, "/api/v1/doctor/schedule", id: "getDoctorSchedule", summary: "A doctor's day, by time (O19)",
            details: "The caller's own where no doctor is named. \(polling)", tag: AppointmentsAPI.tag,
            for: Clinical.self, takes: .optionalQuery("date", .date),
            .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id()),
            answers: [.page(of: ScheduledAppointment.codec)], caching: .polled
        ) { caller, date, doctor throws(Problem) in
            .query { facts, now throws(Problem) in
                AppointmentQueries.schedule(
                    caller.clinic, of: doctor?.uuid ?? caller.staff, on: date ?? facts[.basics].zone.date(of: now))
            }
        },
        Endpoint(
            .get, "/api/v1/appointments", id: "listAppointments", summary: "Appointments by day and time",
            details: "Of one `date`, or `from` a day `to` another; from today on where neither is given.",
            tag: AppointmentsAPI.tag, for: Staff.self, takes: .optionalQuery("date", .date),
            .optionalQuery("from", .date), .optionalQuery("to", .date),
            .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id()),
            .optionalQuery("patient_id", Codec<ID<Patient>>.id()), .queryList("status", AppointmentStatus.codec),
            .page(key: [.date, .second, .uuid]), answers: [.page(of: ScheduledAppointment.codec)]
        ) { caller, date, from, to, doctor, patient, statuses, page throws(Problem) in
            guard date == nil || (from == nil && to == nil) else {
                throw .malformed(query: "date", code: "not_allowed", detail: "either date, or from and to")
            }
            return .query { facts, now throws(Problem) in
                let today = facts[.basics].zone.date(of: now)
                let first = date ?? from ?? (to == nil ? today : .first)
                let filter = AppointmentQueries.Filter(
                    from: first, to: date ?? to ?? .last, doctor: doctor, patient: patient, statuses: statuses)
                return AppointmentQueries.list(caller.clinic, filter, page)
            }
        },
    ]
}

extension CivilDate {
    /// Before all dates that a clinic knows.
    fileprivate static let first = CivilDate(daysSince1970: -719_162)
    fileprivate static let last = CivilDate(daysSince1970: 2_932_896)
}
