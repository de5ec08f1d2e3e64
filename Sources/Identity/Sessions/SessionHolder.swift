import Endpoints
import Identifiers
import PostgresClient

/// The part of a session's data that never changes: its account, membership and platform.
struct SessionHolder: Hashable, Sendable {
    let account: UUIDBytes
    let membership: Membership
    /// Whether the session belongs to the mobile app, as `ClientPlatform` explains.
    let isApp: Bool

    /// Reads the account, the membership (clinic, role, and the id of the patient or member of staff), the platform and
    /// the device of a session from six columns, beginning with `column`.
    init(_ row: Row, from column: Int) throws(PostgresError) {
        account = try row.uuid(column)
        membership = try Membership(row, from: column + 1)
        let isWeb = try row.optionalText(column + 4) == ClientPlatform.web.rawValue
        let device = try row.text(column + 5)
        isApp = !isWeb && !device.hasPrefix(TabletToken.prefix)
    }
}

/// The client's platform, as stated at login.
///
/// A session is treated as the mobile app's unless the client states that it is a browser, or the session is on a
/// paired tablet of the clinic. So a client that states no platform is limited to the areas that are open to the app.
enum ClientPlatform: String, CaseIterable, Sendable { case ios, ipados, android, web }

/// The scope of a session, which the login chooses.
enum SessionScope: String, CaseIterable, Sendable {
    /// The session may do everything that its role may do. It locks when idle.
    case clinic
    /// The session may access only the account's own data, such as push registrations, and the person's own check-ins.
    /// It does not lock when idle.
    case background
}
