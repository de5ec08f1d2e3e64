import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import PostgresClient
import SQL

extension LoopServices {
    /// Checks in the patient who has entered their birth date and the last digits of their phone number at a kiosk.
    ///
    /// - Returns: `false` if not exactly one patient with an appointment today has this birth date and these digits, if
    ///   the appointment does not allow a check-in, or if the kiosk had too many failures.
    func checkIn(_ request: KioskCheckIn, at kiosk: Kiosk, _ call: ServerCall) async throws -> Bool {
        let isAllowed = try await identity.countTry(at: kiosk, at: call.now)
        // The day's appointments are read even if the kiosk had too many failures, so that the duration of an answer
        // does not tell why a check-in failed.
        let day = try await today(in: kiosk.clinic, call)
        let statement = Statement.appointments(of: request, on: day, in: kiosk.clinic)
        let rows = try await reads.perform(statement, effect: .reads)
        guard isAllowed, let appointment = try Self.onlyVisit(rows),
            try await checkIn(appointment, in: kiosk.clinic, call)
        else { return false }
        try await identity.takeTryBack(at: kiosk)
        return true
    }

    /// The appointment of the first row; `nil` if there is no row, or if the rows belong to several persons.
    ///
    /// - Parameter rows: rows with the id of an appointment and the id of its person's surviving record.
    private static func onlyVisit(_ rows: Rows) throws(PostgresError) -> ID<Appointment>? {
        guard let first = rows.first else { return nil }
        let person = try first.uuid(1)
        for row in rows {
            let other = try row.uuid(1)
            if other != person { return nil }
        }
        return ID<Appointment>(try first.uuid(0))
    }

    /// Today's date by the clinic's calendar.
    private func today(in clinic: UUIDBytes, _ call: ServerCall) async throws(Problem) -> CivilDate {
        let now = call.now
        return try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await log.read(clinic, fresh: false) { model throws(Problem) in model[.basics].zone.date(of: now) }
        }
    }

    /// Checks in the patient of an appointment.
    ///
    /// - Returns: `false` if the appointment no longer allows a check-in.
    private func checkIn(
        _ appointment: ID<Appointment>, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws(Problem) -> Bool {
        let command = ClinicCommand(
            AdvanceAppointment(.checkIn, AppointmentTarget(appointment)),
            answer: DocumentAnswer(Appointments.self, DocumentKey(appointment)))
        do throws(Problem) {
            try await run(command, in: clinic, as: .kiosk, call)
        } catch {
            guard error.status < 500 else { throw error }
            return false
        }
        return true
    }
}

extension Actor {
    /// The actor of a check-in at a kiosk. The patient there has no session.
    static let kiosk = Actor.program("kiosk")
}

extension Statement {
    /// A statement that selects the day's booked and confirmed appointments of persons who have this birth date, and
    /// whose phone numbers end with these digits. Records of one person that were merged count as one person, and both
    /// records' data identify them. `MATERIALIZED` makes PostgreSQL compare all appointments of the day, so that the
    /// duration does not depend on a match.
    fileprivate static func appointments(
        of request: KioskCheckIn, on day: CivilDate, in clinic: UUIDBytes
    ) -> Statement {
        """
        WITH visit AS (
            SELECT a.appointment_id, coalesce(p.merged_into, p.patient_id) AS person_id, a.starts_at
            FROM appointment AS a JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date = \(day) AND a.status IN ('booked', 'confirmed')
        ), day AS MATERIALIZED (
            SELECT v.appointment_id, v.person_id, v.starts_at, record.document ->> 'birth_date' AS birth_date,
                right(regexp_replace(coalesce(record.document ->> 'phone', ''), '[^0-9]', '', 'g'), 4) AS digits
            FROM visit AS v CROSS JOIN LATERAL (
                SELECT document FROM patient WHERE clinic_id = \(clinic) AND patient_id = v.person_id
                UNION ALL
                SELECT document FROM patient WHERE clinic_id = \(clinic) AND merged_into = v.person_id) AS record
        )
        SELECT appointment_id, person_id FROM day
        WHERE birth_date = \(request.birthDate.iso8601) AND digits = \(request.phoneDigits)
        ORDER BY starts_at, appointment_id LIMIT 20
        """
    }
}
