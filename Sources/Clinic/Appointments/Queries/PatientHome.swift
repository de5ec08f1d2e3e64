import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// A patient's next appointment and the number of appointments to come, for the start page of the patient's app.
struct PatientHome: Sendable {
    let nextAppointment: PatientAppointment?
    let upcomingCount: Int

    static let codec = object(
        PatientHome.init(nextAppointment:upcomingCount:),
        optionalField(
            "next_appointment", \.nextAppointment,
            PatientAppointment.codec.described("The next appointment to come; absent if there is none.")),
        field("upcoming_count", \.upcomingCount, .int(0...1_000_000).described("How many appointments are to come."))
    ).described("A patient's next appointment.").named("PatientHome")

    static func query(_ patient: ID<Patient>, for viewer: Viewer, at now: Instant) -> DocumentQuery {
        DocumentQuery(
            """
            WITH upcoming AS (
                SELECT patient_document, starts_at, \(AppointmentQueries.mayBeOutdated(at: now)) AS is_outdated
                FROM appointment AS a
                WHERE a.clinic_id = \(viewer.clinic) AND \(PersonRecords.has("a.patient_id", of: patient, in: viewer.clinic))
                    AND \(viewer.maySee(patient)) AND \(AppointmentQueries.upcoming(at: now))
            ), next AS (SELECT patient_document, is_outdated FROM upcoming ORDER BY starts_at LIMIT 1)
            SELECT
                (SELECT patient_document FROM next),
                (SELECT count(*)::text FROM upcoming),
                (SELECT is_outdated FROM next),
                (SELECT \(patient) WHERE \(viewer.maySee(patient)))
            """, members: ["next_appointment", "upcoming_count"], shape: .one, shows: .inLastColumn,
            outdated: .cancellation(markedIn: 2))
    }
}

extension AppointmentsAPI {
    static let getPatientHome = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/home", id: "getPatientHome", summary: "Show one's own next appointment",
        details: "The next appointment, and how many are to come.",
        tag: tag, for: PatientOnly.self, takes: .dependant,
        answers: [.ok(PatientHome.codec, "The next appointment and the count")]
    ) { caller, dependant throws(Problem) in
        .query { _, now throws(Problem) in
            PatientHome.query(dependant ?? ID(caller.patient), for: Viewer(caller), at: now)
        }
    }
}
