import Clinic
import ClinicServer
import EventSourcing
import Identifiers
import JSON
import Logging
import PostgresClient
import SQL

/// Founds, lists and closes a database's clinics, for an operator at the server's machine. Servers need not be stopped;
/// they receive the changes immediately.
package struct ClinicAdministration: Sendable {
    private let installation: Installation

    package init(_ installation: Installation) { self.installation = installation }

    /// The operator's input for founding a clinic.
    package struct Founding: Sendable {
        package var name: String
        /// The clinic's IANA time zone, such as `Europe/Berlin`.
        package var zone: String
        /// The currency of the clinic, as an ISO 4217 code.
        package var currency: String
        package var adminName: String
        package var adminEmail: String
        /// The first admin's roles, which include `admin`.
        package var adminRoles: [String]

        package init(
            name: String, zone: String, currency: String, adminName: String, adminEmail: String, adminRoles: [String]
        ) {
            self.name = name
            self.zone = zone
            self.currency = currency
            self.adminName = adminName
            self.adminEmail = adminEmail
            self.adminRoles = adminRoles
        }
    }

    package struct Founded: Sendable {
        package let id: String
        /// Whether this call founded the clinic; false if a clinic with the name existed.
        package let isNew: Bool
        /// A one-time token with which the admin chooses a password; `nil` if the admin has an account whose owner has
        /// chosen its password.
        package let token: String?
    }

    /// Founds a clinic with its first admin. If a clinic with this name exists, its existing data stays, missing data
    /// is created, and an admin who has not chosen a password gets a new token.
    ///
    /// - Throws: `OperationRefused`, for example if a clinic of this name has another time zone or currency.
    package func found(_ founding: Founding) async throws -> Founded {
        let profile = try ClinicProfile.codec.decodeGiven(.object([("name", .string(founding.name))]))
        guard let zone = ZoneName(founding.zone) else {
            throw OperationRefused(
                description: "there is no time zone \(founding.zone); an example is Europe/Berlin")
        }
        guard let currency = Currency(founding.currency.uppercased()) else {
            throw OperationRefused(description: "there is no currency \(founding.currency); an example is EUR")
        }
        guard founding.adminRoles.contains("admin") else {
            throw OperationRefused(description: "the first member of staff must be an admin")
        }
        // The admin's details are checked first, so that no clinic without an admin is founded.
        _ = try StaffDetails.from(name: founding.adminName, roles: founding.adminRoles, email: founding.adminEmail)
        return try await installation.withServices { services in
            let now = Instant.now
            let known = try await ClinicDirectory(readFrom: services.reads).named(founding.name)
            let clinic = known?.id ?? UUIDBytes.version7(at: now)
            _ = try await services.run(
                FoundClinic(profile: profile, zone: zone, currency: currency), in: clinic, at: now)
            let token = try await services.hire(
                name: founding.adminName, roles: founding.adminRoles, email: founding.adminEmail, in: clinic, at: now)
            return Founded(id: clinic.text, isNew: known == nil, token: token)
        }
    }

    /// The clinics, one line for each: id, name, time zone, currency, and the day on which it was closed, if it was.
    package func list() async throws -> [String] {
        try await installation.withServices { services in
            try await services.reads.perform(
                """
                SELECT clinic_id, document -> 'profile' ->> 'name', document ->> 'time_zone', document ->> 'currency',
                    document ->> 'closed_on'
                FROM clinic_profile ORDER BY 2, 1
                """, effect: .reads
            ).map { row in
                let closed = try row.optionalText(4).map { ["closed on \($0)"] } ?? []
                return ([try row.uuid(0).text, try row.text(1), try row.text(2), try row.text(3)] + closed)
                    .joined(separator: "\t")
            }
        }
    }

    /// Closes a clinic permanently, with all its logins and sessions. Its history stays.
    ///
    /// - Parameters:
    ///   - clinic: the clinic's id or name.
    ///   - confirmation: the clinic's exact name, which the operator types to confirm that it may be closed
    ///     permanently.
    /// - Throws: `OperationRefused`, for example if there are future visits.
    package func close(_ clinic: String, confirmation: String, reason: String) async throws {
        try await installation.withServices { services in
            let entry = try await ClinicDirectory(readFrom: services.reads).find(clinic)
            guard entry.name == confirmation else {
                throw OperationRefused(
                    description: "this closes \(entry.name) for good: say --confirm '\(entry.name)'")
            }
            let coming = try await services.reads.perform(
                """
                SELECT count(*) FROM appointment
                WHERE clinic_id = \(entry.id) AND holds_time AND starts_at > \(Instant.now)
                """, effect: .reads)
            let count = try coming.first?.int64(0) ?? 0
            guard count == 0 else {
                throw OperationRefused(description: "\(count) visits are still to come; cancel them first")
            }
            _ = try await services.run(CloseClinic(reason: reason), in: entry.id, at: .now)
        }
    }
}
