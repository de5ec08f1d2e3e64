public import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The profile of the caller's account, as the API shows it to the caller.
struct Profile: Sendable {
    let id: UUIDBytes
    let version: Int64
    let email: String
    let emailIsVerified: Bool
    let name: String
    /// The clinic of the caller's session; `nil` for a session without a clinic.
    let clinic: UUIDBytes?
    let role: Role
    let subject: UUIDBytes
    let session: UUIDBytes
    let hasPIN: Bool
    /// Whether the session belongs to the mobile app, and so may use only the areas of the app that the clinic has
    /// opened.
    let isApp: Bool
    let openAreas: [AppArea]

    static let codec = object(
        Profile.init(id:version:email:emailIsVerified:name:clinic:role:subject:session:hasPIN:isApp:openAreas:),
        field("id", \.id, .uuid.described("The account's id.")), field("version", \.version, .version),
        field("email", \.email, .string(max: 254).described("The account's e-mail address.")),
        field("email_verified", \.emailIsVerified, .bool.described("Whether the owner has proved the address.")),
        field("name", \.name, .string(max: 200).described("The account's name.")),
        optionalField("clinic_id", \.clinic, .uuid.described("The session's clinic; absent for the role `person`.")),
        field("role", \.role, .stringEnum.described("The role that the session is for.")),
        field(
            "subject_id", \.subject,
            .uuid.described("The patient or member of staff; for the role `person` the account.")),
        field("session_id", \.session, .uuid.described("The session's id.")),
        field("has_pin", \.hasPIN, .bool.described("Whether a PIN is set on this device.")),
        field("app_session", \.isApp, Codec.bool.described("Whether the session is the mobile app's.")),
        field(
            "mobile_access", \.openAreas,
            Codec.array(.stringEnum, 0...AppArea.allCases.count)
                .described(
                    "The areas of the mobile app that the clinic has opened to the caller's role. Only sessions of the app are limited to them."
                ))
    ).described("The caller's account and session.").named("Profile")
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
        guard let row = rows[0].first else { throw IdentityRejection.noSuchAccount }
        let account = try Account(row)
        return Profile(
            id: account.id, version: account.version, email: account.email, emailIsVerified: account.isVerified,
            name: account.name, clinic: caller.role == .person ? nil : caller.clinic,
            role: caller.role, subject: caller.subject, session: caller.session, hasPIN: !rows[1].isEmpty,
            isApp: caller.isApp,
            openAreas: caller.role == .person ? [] : try await openAreas(caller.clinic, caller.role))
    }

    /// Changes the caller's name.
    ///
    /// - Parameter preconditions: the request's preconditions on the profile's version.
    func rename(_ caller: Principal, to name: String, under preconditions: Preconditions) async throws -> Profile {
        for _ in 0..<3 {
            let seen = try await profile(caller)
            guard preconditions.permit(version: seen.version) else { throw IdentityRejection.staleVersion }
            if seen.name == name { return seen }
            let changed = try await pool.perform(
                """
                UPDATE account SET name = \(name), version = version + 1
                WHERE account_id = \(caller.account) AND version = \(seen.version)
                RETURNING version
                """)
            if !changed.isEmpty { return try await profile(caller) }
        }
        throw IdentityRejection.staleVersion
    }
}
