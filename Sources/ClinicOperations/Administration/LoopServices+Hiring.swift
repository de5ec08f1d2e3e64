import Clinic
import ClinicServer
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL

extension LoopServices {
    /// Hires a person and grants a login, for an operator. Steps that an earlier call has done are not repeated.
    ///
    /// - Returns: a token for choosing a password; `nil` if the e-mail has an account whose owner has chosen its
    ///   password.
    func hire(
        name: String, roles: [String], email: String, in clinic: UUIDBytes, at now: Instant
    ) async throws -> String? {
        let details = try StaffDetails.from(name: name, roles: roles, email: email)
        let colleagues = try await log.read(clinic, fresh: true) { $0[.settings].staff.all }
        let known = colleagues.first { $0.isActive && $0.details == details }
        let member = known?.id ?? ID(UUIDBytes.version7(at: now))
        _ = try await run(HireStaff(member, details), in: clinic, at: now)
        let account = try await identity.grant(
            AccountGrant(
                email: email, name: name, password: nil, clinic: clinic, roles: details.roles.all.map { Role($0) },
                subject: member.uuid, condition: .isOnStaff(member, as: details.roles, in: clinic)), at: now)
        let owned = try await reads.perform(
            """
            SELECT FROM account JOIN membership USING (account_id)
            WHERE account_id = \(account.id) AND clinic_id = \(clinic) AND subject_id = \(member.uuid)
                AND password_hash IS NOT NULL AND NOT awaits_owner
            """, effect: .reads)
        return owned.isEmpty ? try await identity.resetPassword(of: email, in: clinic, at: now) : nil
    }
}

extension StaffDetails {
    /// Makes a person's details from an operator's input, with the same checks as for clients.
    static func from(name: String, roles: [String], email: String) throws -> StaffDetails {
        try StaffDetails.codec.decodeGiven(
            .object([
                ("name", .string(name)), ("roles", .array(roles.map { .string($0) })), ("email", .string(email)),
            ]))
    }
}

extension Codec {
    /// Decodes an operator's input with the same checks as for clients.
    ///
    /// - Throws: `OperationRefused`, which names each invalid field.
    func decodeGiven(_ value: JSONValue) throws(OperationRefused) -> Value {
        do { return try decode(value) } catch {
            let issues = error.issues.map { "\($0.pointer.drop { $0 == "/" }): \($0.detail)" }
            throw OperationRefused(description: issues.joined(separator: "\n"))
        }
    }
}
