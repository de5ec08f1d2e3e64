import Clinic
import ClinicServer
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import SQL
import ZoneFiles

/// Manages a clinic's staff and their logins, for an operator at the machine. Servers keep running and notice changes
/// at once.
package struct StaffAdministration: Sendable {
    private let database: String
    private let keys: String
    /// The clinic's id or name; needed if the database has several clinics.
    private let clinic: String?
    private let logger: Logger

    package init(database: String, keys: String, clinic: String?, logger: Logger) {
        self.database = database
        self.keys = keys
        self.clinic = clinic
        self.logger = logger
    }

    /// The clinic's staff, a line for each: name, roles, e-mail, remarks.
    package func list() async throws -> [String] {
        try await serving { services, clinic in
            let rows = try await services.reads.perform(
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
                """, effect: .reads)
            return try rows.map { row in
                var notes: [String] = []
                if try !row.bool(2) { notes.append("left") }
                if let _ = try row.optionalText(3) {
                    if try !row.bool(4) { notes.append("no password yet") }
                    if try row.bool(5) { notes.append("waits for the owner of the e-mail") }
                    if try row.bool(6) { notes.append("second factor") }
                    let sessions = try row.int64(7)
                    notes.append(sessions == 1 ? "1 session" : "\(sessions) sessions")
                } else {
                    notes.append("no login")
                }
                let email = try row.optionalText(3) ?? "-"
                return [try row.text(0), try row.text(1), email, notes.joined(separator: ", ")].joined(separator: "\t")
            }
        }
    }

    /// Hires a person and grants a login.
    ///
    /// - Returns: a token for choosing a password; `nil` if the e-mail has an account whose owner has chosen its
    ///   password.
    package func add(name: String, roles: [String], email: String) async throws -> String? {
        try await serving { services, clinic in
            try await services.takeOn(name: name, roles: roles, email: email, in: clinic, at: .now)
        }
    }

    /// Ends a person's login and sessions in this clinic.
    package func deactivate(_ email: String) async throws {
        try await serving { services, clinic in
            let rows = try await services.reads.perform(
                """
                SELECT subject_id FROM membership JOIN account USING (account_id)
                WHERE clinic_id = \(clinic) AND email = lower(\(email)) AND role <> 'patient' AND ended_at IS NULL
                UNION
                SELECT staff_id FROM staff_member
                WHERE clinic_id = \(clinic) AND active AND lower(document ->> 'email') = lower(\(email))
                """, effect: .reads)
            guard let row = rows.first else {
                throw Maintenance.Refused(description: "nobody at the clinic has that e-mail")
            }
            // The operator is not a member of staff, so no own access can be revoked.
            let nobody = ID<StaffMember>(UUIDBytes(high: 0, low: 0))
            _ = try await services.run(
                DeactivateStaff(ID(try row.uuid(0)), by: nobody), in: clinic, at: .now)
        }
    }

    /// Ends a person's password and all sessions at once.
    ///
    /// - Returns: a token for choosing a new password.
    package func resetPassword(_ email: String) async throws -> String {
        try await serving { services, clinic in
            try await services.identity.resetPassword(of: email, in: clinic, at: .now)
        }
    }

    package func resetSecondFactor(_ email: String) async throws {
        try await serving { services, _ in try await services.identity.resetSecondFactor(of: email, at: .now) }
    }

    private func serving<T: Sendable>(
        _ work: @escaping @Sendable (LoopServices, UUIDBytes) async throws -> T
    ) async throws -> T {
        try await Maintenance.withServices(database, keys: keys, logger) { services in
            try await work(services, ClinicDirectory(readFrom: services.reads).find(clinic).id)
        }
    }
}
