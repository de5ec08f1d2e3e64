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

/// Manages a clinic's staff and their logins, for an operator at the server's machine. Servers need not be stopped;
/// they receive the changes immediately.
package struct StaffAdministration: Sendable {
    private let installation: Installation
    /// The name or the id of the clinic whose staff an operator manages; `nil` if the database has one clinic only.
    private let clinic: String?

    package init(_ installation: Installation, clinic: String?) {
        self.installation = installation
        self.clinic = clinic
    }

    /// The clinic's staff, one line for each person: name, roles, e-mail, remarks.
    package func list() async throws -> [String] {
        try await installation.withServices(of: clinic) { services, clinic in
            try await services.reads.perform(.staff(of: clinic), effect: .reads)
                .map { row throws(PostgresError) in try StaffLine(row).text }
        }
    }

    /// Hires a person and grants a login.
    ///
    /// - Returns: a token for choosing a password; `nil` if the e-mail has an account whose owner has chosen its
    ///   password.
    package func add(name: String, roles: [String], email: String) async throws -> String? {
        try await installation.withServices(of: clinic) { services, clinic in
            try await services.hire(name: name, roles: roles, email: email, in: clinic, at: .now)
        }
    }

    /// Deactivates a member of staff, which ends the person's login and sessions in the clinic.
    package func deactivate(_ email: String) async throws {
        try await installation.withServices(of: clinic) { services, clinic in
            let rows = try await services.reads.perform(
                """
                SELECT subject_id FROM membership JOIN account USING (account_id)
                WHERE clinic_id = \(clinic) AND email = lower(\(email)) AND role <> 'patient' AND ended_at IS NULL
                UNION
                SELECT staff_id FROM staff_member
                WHERE clinic_id = \(clinic) AND active AND lower(document ->> 'email') = lower(\(email))
                """, effect: .reads)
            guard let row = rows.first else {
                throw OperationRefused(description: "nobody at the clinic has that e-mail")
            }
            _ = try await services.run(DeactivateStaff(ID(try row.uuid(0)), by: .operator), in: clinic, at: .now)
        }
    }

    /// Invalidates a person's password and ends all of the person's sessions at once.
    ///
    /// - Returns: a token for choosing a new password.
    package func resetPassword(_ email: String) async throws -> String {
        try await installation.withServices(of: clinic) { services, clinic in
            try await services.identity.resetPassword(of: email, in: clinic, at: .now)
        }
    }

    package func resetSecondFactor(_ email: String) async throws {
        try await installation.withServices(of: clinic) { services, _ in
            try await services.identity.resetSecondFactor(of: email, at: .now)
        }
    }
}
