import Identifiers
import PostgresClient
import SQL

/// A line about a member of staff for an operator, with tabs between its fields: name, roles, e-mail, remarks.
struct StaffLine {
    let text: String

    /// Makes the line about a member of staff.
    ///
    /// - Parameter row: a row with the columns of `Statement.staff`.
    init(_ row: Row) throws(PostgresError) {
        let email = try row.optionalText(3)
        var notes: [String] = []
        if try !row.bool(2) { notes.append("left") }
        if email == nil {
            notes.append("no login")
        } else {
            if try !row.bool(4) { notes.append("no password yet") }
            if try row.bool(5) { notes.append("waits for the owner of the e-mail") }
            if try row.bool(6) { notes.append("second factor") }
            let sessions = try row.int64(7)
            notes.append(sessions == 1 ? "1 session" : "\(sessions) sessions")
        }
        text = [try row.text(0), try row.text(1), email ?? "-", notes.joined(separator: ", ")].joined(separator: "\t")
    }
}

extension Statement {
    /// A statement that selects a clinic's staff and the state of their logins. Active members come first.
    static func staff(of clinic: UUIDBytes) -> Statement {
        """
        SELECT staff_member.document ->> 'name', array_to_string(staff_member.roles, ', '), staff_member.active,
            account.email, account.password_hash IS NOT NULL, coalesce(login.awaits_owner, false),
            second_factor.confirmed_at IS NOT NULL, (
                SELECT count(*) FROM session
                WHERE session.account_id = account.account_id AND session.clinic_id = staff_member.clinic_id
                    AND session.ended_at IS NULL)
        FROM staff_member
        LEFT JOIN LATERAL (
            SELECT account_id, bool_or(awaits_owner) AS awaits_owner FROM membership
            WHERE membership.clinic_id = staff_member.clinic_id
                AND membership.subject_id = staff_member.staff_id AND membership.role = ANY (staff_member.roles)
                AND membership.ended_at IS NULL
            GROUP BY account_id) AS login ON true
        LEFT JOIN account USING (account_id)
        LEFT JOIN second_factor USING (account_id)
        WHERE staff_member.clinic_id = \(clinic)
        ORDER BY staff_member.active DESC, staff_member.sort_name, staff_member.staff_id
        """
    }
}
