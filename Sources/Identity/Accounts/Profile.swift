public import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The caller's profile.
struct Profile: Sendable {
    let id: UUIDBytes
    let version: Int64
    let email: String
    let emailIsVerified: Bool
    let name: String
    /// `nil` for a person.
    let clinic: UUIDBytes?
    let role: Role
    let subject: UUIDBytes
    let session: UUIDBytes
    let hasPIN: Bool
    /// Whether the session is the mobile app's, and so reaches only the open areas.
    let isApp: Bool
    let openAreas: [AppArea]

    static let codec = object(
        Profile.init, field("id", \.id, .uuid), field("version", \.version, .int64),
        field("email", \.email, .string(max: 254)), field("email_verified", \.emailIsVerified, .bool),
        field("name", \.name, .string(max: 200)),
        optionalField("clinic_id", \.clinic, .uuid.described("Absent for the role `person`.")),
        field("role", \.role, .stringEnum), field("subject_id", \.subject, .uuid),
        field("session_id", \.session, .uuid), field("has_pin", \.hasPIN, .bool),
        field("app_session", \.isApp, Codec.bool.described("Whether the session is the mobile app's")),
        field(
            "mobile_access", \.openAreas,
            Codec.array(.stringEnum, 0...AppArea.allCases.count)
                .described("The areas of the mobile app that the clinic has opened to the caller's role"))
    ).named("Profile")
}

extension Identity {
    /// Whether the clinic has opened an area of the mobile app to the caller's role.
    public func isOpen(_ area: AppArea, to caller: Principal) async throws -> Bool {
        try await openAreas(caller.clinic, caller.role).contains(area)
    }

    func profile(_ caller: Principal) async throws -> Profile {
        let rows = try await pool.perform(
            [
                Account.byID(caller.account),
                """
                SELECT FROM device_pin JOIN session USING (account_id, device_id)
                WHERE session.session_id = \(caller.session)
                """,
            ], effect: .reads)
        guard let row = rows[0].first else { throw Refusal.noSuchAccount }
        let account = try Account(row)
        return Profile(
            id: account.id, version: account.version, email: account.email, emailIsVerified: account.isVerified,
            name: account.name, clinic: caller.role == .person ? nil : caller.clinic,
            role: caller.role, subject: caller.subject, session: caller.session, hasPIN: !rows[1].isEmpty,
            isApp: caller.isApp,
            openAreas: caller.role == .person ? [] : try await openAreas(caller.clinic, caller.role))
    }

    /// - Parameter preconditions: on the profile's version.
    func rename(_ caller: Principal, to name: String, under preconditions: Preconditions) async throws -> Profile {
        for _ in 0..<3 {
            let seen = try await profile(caller)
            guard preconditions.permit(version: seen.version) else { throw Refusal.staleVersion }
            if seen.name == name { return seen }
            let changed = try await pool.perform(
                """
                UPDATE account SET name = \(name), version = version + 1
                WHERE account_id = \(caller.account) AND version = \(seen.version)
                RETURNING version
                """)
            if !changed.isEmpty { return try await profile(caller) }
        }
        throw Refusal.staleVersion
    }
}
