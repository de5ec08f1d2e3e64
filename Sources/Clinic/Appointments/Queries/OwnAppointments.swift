import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The list of a patient's own appointments, either the upcoming or the past ones. Upcoming appointments end later than
/// now and are not completed, cancelled, missed or entered in error; the earliest is first. Past appointments are all
/// others except those entered in error; the latest is first.
enum OwnAppointments {
    enum When: String, Hashable, Sendable, CaseIterable { case upcoming, past }

    /// The maximum number of appointments in an answer to a client that follows a patient's list of appointments. Such
    /// an answer has only one page.
    static let followedLimit = 200

    /// Makes the query for a patient's own list of appointments.
    ///
    /// - Parameter scope: the list that a client can follow: the patient's appointments, or an empty list if the
    ///   client's user may not see the patient's data.
    static func query(
        _ patient: ID<Patient>, for viewer: Viewer, _ when: When, _ page: Page, _ scope: FollowedList.Scope,
        since: String?, at now: Instant
    ) -> DocumentQuery {
        let upcoming = AppointmentQueries.upcoming(at: now)
        let (which, order, after): (Statement, Statement, Statement) =
            switch when {
            case .upcoming: (upcoming, "a.starts_at, a.appointment_id", AppointmentQueries.position(page, ">"))
            case .past:
                (
                    "NOT (\(upcoming)) AND a.status <> 'entered_in_error'",
                    "a.starts_at DESC, a.appointment_id DESC", AppointmentQueries.position(page, "<")
                )
            }
        let select: @Sendable (Statement, Int) -> Statement = { more, limit in
            """
            SELECT a.patient_document, \(AppointmentQueries.mayBeOutdated(at: now)),
                extract(epoch FROM a.starts_at)::bigint::text, a.appointment_id::text, a.patient_id
            FROM appointment AS a
            WHERE a.clinic_id = \(viewer.clinic) AND \(PersonRecords.has("a.patient_id", of: patient, in: viewer.clinic))
                AND \(viewer.maySee(patient))
                AND \(which) \(more)
            ORDER BY \(order) LIMIT \(limit)
            """
        }
        return DocumentQuery(
            select(after, page.limit + 1), shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn,
            outdated: .cancellation(markedIn: 1),
            followed: FollowedList(scope, since: since, limit: followedLimit) { select($0, followedLimit) })
    }
}

extension AppointmentsAPI {
    static let listOwnAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/appointments", id: "listOwnAppointments",
        summary: "List one's own appointments",
        details: """
            Appointments to come or past ones, of the caller or of a dependant. \(FollowedList.text) The pages do not limit \
            what a follower gets: its first answer has the first \(OwnAppointments.followedLimit) appointments. Time alone \
            changes nothing in it: an appointment that has passed stays until something else changes.
            """,
        tag: tag, for: PatientOnly.self,
        takes: .query(
            "when", .stringEnum.described("Appointments to come, the next first; or past ones, the latest first."),
            default: OwnAppointments.When.upcoming),
        .dependant, .since, .page(limit: 20, key: [.second, .uuid]),
        answers: [.followed(of: PatientAppointment.codec, "A page of appointments, or what changed")]
    ) { caller, when, dependant, since, page throws(Problem) in
        .query { model, now throws(Problem) in
            let (viewer, patient) = (Viewer(caller), dependant ?? ID(caller.patient))
            let scope = viewer.visible(patient, &model).map { FollowedList.Scope.patient($0) } ?? .nothing
            return OwnAppointments.query(patient, for: viewer, when, page, scope, since: since, at: now)
        }
    }
}
