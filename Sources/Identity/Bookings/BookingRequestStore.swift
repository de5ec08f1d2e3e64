import EventSourcing
import Identifiers
import SQL

/// The SQL statements for booking requests that wait for their code.
enum BookingRequestStore {
    /// The number of wrong codes after which a booking request cannot be confirmed any more.
    static let mostWrongCodes = 5

    /// A new booking request, with the ids of the patient and the appointment that the request's confirmation creates.
    struct Row: Sendable {
        let id: UUIDBytes
        let clinic: UUIDBytes
        let patient: UUIDBytes
        let appointment: UUIDBytes
        /// The digest of a booking request, by which a repeated idempotency key with a different request is detected.
        let digest: [UInt8]
        let sealed: [UInt8]
        let email: String
    }

    /// The statements that store a booking request and queue the mail with its code. They read and write the same
    /// number of rows, whether a patient has the address or not. If the request is stored already, nothing is stored or
    /// queued. The last statement selects the stored digest and the time at which the request expires.
    static func make(_ row: Row, at now: Instant) -> [Statement] {
        let purpose = OneTimePurpose.booking
        return [
            """
            INSERT INTO one_time_token (token_id, purpose, email, created_at, expires_at)
            VALUES (\(row.id), \(purpose.rawValue), \(row.email), \(now), \(now.adding(seconds: purpose.lifetime)))
            ON CONFLICT (token_id) DO NOTHING
            """,
            """
            WITH made AS (
                INSERT INTO booking_request (request_id, clinic_id, patient_id, appointment_id, digest, sealed)
                VALUES (\(row.id), \(row.clinic), \(row.patient), \(row.appointment), \(row.digest), \(row.sealed))
                ON CONFLICT (request_id) DO NOTHING
                RETURNING request_id
            )
            INSERT INTO mail_outbox (mail_id, kind, recipient, token_id, created_at, next_try_at)
            SELECT request_id, CASE WHEN EXISTS (
                    SELECT FROM account JOIN membership USING (account_id)
                    WHERE account.email = \(row.email) AND membership.clinic_id = \(row.clinic)
                        AND membership.role = 'patient' AND membership.ended_at IS NULL AND NOT awaits_owner)
                THEN 'booking_known' ELSE 'booking' END, \(row.email), request_id, \(now), \(now)
            FROM made
            """,
            """
            SELECT digest, expires_at FROM booking_request JOIN one_time_token ON token_id = request_id
            WHERE request_id = \(row.id)
            """,
        ]
    }

    /// A statement that selects a booking request for a person who has sent a code, and counts the code if it is wrong.
    /// The request's row is locked before the count, so that simultaneous guesses are counted one after the other. The
    /// statement returns no row if the request does not exist or has expired, or if too many wrong codes were sent.
    static func open(_ id: UUIDBytes, in clinic: UUIDBytes, isRight: Bool, at now: Instant) -> Statement {
        """
        UPDATE booking_request SET wrong_codes = wrong_codes + CASE WHEN \(isRight) THEN 0 ELSE 1 END
        FROM one_time_token
        WHERE request_id = \(id) AND clinic_id = \(clinic) AND token_id = request_id AND expires_at > \(now)
            AND wrong_codes < \(Int64(mostWrongCodes))
        RETURNING patient_id, appointment_id, sealed
        """
    }

    /// The statements that erase the personal data of a booking request whose appointment is made. The ids in the
    /// request stay until the request expires, so that a repeated confirmation finds the appointment.
    static func close(_ id: UUIDBytes, at now: Instant) -> [Statement] {
        [
            "UPDATE one_time_token SET email = '', used_at = \(now) WHERE token_id = \(id)",
            "DELETE FROM mail_outbox WHERE token_id = \(id)",
            "UPDATE booking_request SET sealed = NULL WHERE request_id = \(id)",
        ]
    }
}
