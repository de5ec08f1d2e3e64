import Endpoints
import Identifiers
import PostgresClient

/// Whose session it is, what it is for and what it runs on: what its row says for as long as it lasts.
struct SessionHolder: Hashable, Sendable {
    let account: UUIDBytes
    let membership: Membership
    /// The mobile app's.
    let isApp: Bool

    /// Account, clinic, role, subject, platform and device, from a column on.
    init(_ row: Row, from column: Int) throws(PostgresError) {
        account = try row.uuid(column)
        membership = try Membership(row, from: column + 1)
        let isWeb = try row.optionalText(column + 4) == ClientPlatform.web.rawValue
        let device = try row.text(column + 5)
        isApp = !isWeb && !device.hasPrefix(TabletToken.prefix)
    }
}

/// What a client runs on, as it says at login.
///
/// A session is the mobile app's unless it says that it runs in a browser, or is on a tablet that the clinic has paired: a
/// client that says nothing is held to what the clinic has opened to the app.
enum ClientPlatform: String, CaseIterable, Sendable { case ios, ipados, android, web }

/// What a session is for.
enum SessionScope: String, CaseIterable, Sendable {
    /// Everything that its role may do. It locks when it is idle.
    case clinic
    /// What is the account's own, such as registering for pushes. It does not lock when it is idle.
    case background
}
