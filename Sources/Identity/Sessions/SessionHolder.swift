import Endpoints
import Identifiers
import PostgresClient

/// The fixed part of a session's row: its owner, role and platform.
struct SessionHolder: Hashable, Sendable {
    let account: UUIDBytes
    let membership: Membership
    /// Whether the session is the mobile app's.
    let isApp: Bool

    /// Reads account, clinic, role, subject, platform and device, from a column on.
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
/// A session counts as the mobile app's unless it states a browser, or is on a paired tablet of the clinic: a client
/// that states nothing is limited to the areas that are open to the app.
enum ClientPlatform: String, CaseIterable, Sendable { case ios, ipados, android, web }

/// The scope of a session.
enum SessionScope: String, CaseIterable, Sendable {
    /// The session may do everything that its role may do. It locks when idle.
    case clinic
    /// The session reaches the account's own data, such as push registrations. It does not lock when idle.
    case background
}
