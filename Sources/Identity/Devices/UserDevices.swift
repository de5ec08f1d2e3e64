import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

enum DevicePlatform: String, CaseIterable, Sendable { case ios, ipados, android, web }

/// The Apple push service that accepts a device's push token; `production` for the platforms `android` and `web`.
enum PushEnvironment: String, CaseIterable, Sendable { case production, sandbox }

struct DeviceRegistration: Sendable {
    let platform: DevicePlatform
    /// The token that the push service gave the app; `nil` for a browser.
    private let pushToken: String?
    /// The subscription of a browser; `nil` for other platforms.
    private let subscription: BrowserSubscription?
    let environment: PushEnvironment
    /// The text with which the registration is stored and by which the push service finds the device.
    let token: String

    static let codec = object(
        DeviceRegistration.checked(platform:pushToken:subscription:environment:),
        field("platform", \.platform, .stringEnum.described("The device's operating system, or `web`.")),
        optionalField(
            "push_token", \.pushToken,
            .pushToken.described("The token that the push service gave the app; absent for the platform `web`.")),
        optionalField(
            "subscription", \.subscription,
            BrowserSubscription.codec.described(
                """
                The browser's subscription as `PushSubscription.toJSON()` writes it, for the platform `web`; absent for \
                the others. The browser subscribes with the key of `GET /api/v1/web-push-key`.
                """)),
        field(
            "environment", \.environment,
            .stringEnum.described("Which of Apple's push services knows the token; `production` on other platforms."))
    ).described("The device to register for push notifications.").named("DeviceRegistration")

    private static func checked(
        platform: DevicePlatform, pushToken: String?, subscription: BrowserSubscription?, environment: PushEnvironment
    ) throws(CheckFailure) -> DeviceRegistration {
        let token = platform == .web ? subscription?.pushToken : pushToken.map(Self.normal)
        guard let token, (pushToken == nil) != (subscription == nil) else {
            throw CheckFailure("bad_token", "`web` has a subscription, other platforms have a push token")
        }
        return DeviceRegistration(
            platform: platform, pushToken: pushToken, subscription: subscription, environment: environment,
            token: token)
    }

    /// A push token in the form in which it is compared. Apple's tokens are bytes, which apps write in hexadecimal
    /// digits of either case; the tokens of other services are kept as they are.
    private static func normal(_ token: String) -> String {
        token.utf8.allSatisfy { hexadecimal.contains($0) } ? token.lowercased() : token
    }

    private static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
}

/// The registration of a device's push token, as the API shows it. The push token itself is never shown again.
struct UserDevice: Sendable {
    let id: UUIDBytes
    let version: Int64
    let platform: DevicePlatform
    let environment: PushEnvironment
    let registeredAt: Instant

    static let codec = object(
        UserDevice.init(id:version:platform:environment:registeredAt:),
        field("id", \.id, .uuid.described("The registration's id.")),
        field("version", \.version, .version),
        field("platform", \.platform, .stringEnum.described("The device's operating system, or `web`.")),
        field(
            "environment", \.environment,
            .stringEnum.described("Which of Apple's push services knows the token; `production` on other platforms.")),
        field("registered_at", \.registeredAt, .instant.described("When the token was registered last, in UTC."))
    ).described("A device that is registered for push notifications.").named("UserDevice")
}

extension Codec where Value == String {
    fileprivate static var pushToken: Codec {
        .string(min: 8, max: 1000, pattern: "^[A-Za-z0-9+/=:_.~-]*$", detail: "as the push service gave it") {
            text in
            text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
                    UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"):
                    true
                default: false
                }
            }
        }
    }
}

extension Identity {
    /// The maximum number of devices that an account may register for push notifications. A person uses fewer. If an
    /// account registers more, the oldest registration is removed.
    static let devicesPerAccount: Int64 = 20

    /// Registers a push token. If the token is already registered, its registration is updated, or moves to this
    /// account if another account has it. One device has one token, so registrations of the same token for another
    /// platform or for Apple's other push service end.
    func register(
        _ registration: DeviceRegistration, for caller: Principal, at now: Instant
    ) async throws -> UserDevice {
        let statement: Statement = """
            INSERT INTO user_device (user_device_id, platform, environment, push_token, clinic_id, account_id, session_id,
                registered_at)
            SELECT \(newID(at: now)), \(registration.platform.rawValue), \(registration.environment.rawValue),
                \(registration.token), \(caller.clinic), \(caller.account), session_id, \(now)
            FROM session WHERE session_id = \(caller.session) AND ended_at IS NULL
            ON CONFLICT (platform, environment, push_token) DO UPDATE
            SET user_device_id = CASE WHEN user_device.account_id = excluded.account_id
                    THEN user_device.user_device_id ELSE excluded.user_device_id END,
                clinic_id = excluded.clinic_id, account_id = excluded.account_id, session_id = excluded.session_id,
                version = CASE WHEN user_device.account_id = excluded.account_id THEN user_device.version + 1 ELSE 1 END,
                registered_at = excluded.registered_at
            RETURNING user_device_id, version
            """
        // The token is locked before its rows, so that two accounts that register it at once take turns.
        let turn: Statement = "SELECT pg_advisory_xact_lock(hashtextextended(lower(\(registration.token)), 1))"
        let others: Statement = """
            DELETE FROM user_device
            WHERE lower(push_token) = lower(\(registration.token))
                AND (push_token = \(registration.token) OR push_token ~ '^[0-9A-Fa-f]+$')
                AND NOT (platform = \(registration.platform.rawValue)
                    AND environment = \(registration.environment.rawValue) AND push_token = \(registration.token))
            """
        let surplus: Statement = """
            DELETE FROM user_device
            WHERE account_id = \(caller.account) AND user_device_id NOT IN (
                SELECT user_device_id FROM user_device WHERE account_id = \(caller.account)
                ORDER BY push_token = \(registration.token) DESC, registered_at DESC, user_device_id DESC
                LIMIT \(Self.devicesPerAccount))
            """
        let rows = try await pool.perform([AccountTurn.changes(caller.account), turn, others, statement, surplus])
        guard let row = rows[3].first else { throw IdentityRejection.sessionEnded }
        return UserDevice(
            id: try row.uuid(0), version: try row.int64(1), platform: registration.platform,
            environment: registration.environment, registeredAt: now)
    }

    func removeDevice(_ id: UUIDBytes, for caller: Principal) async throws {
        let removed = try await pool.perform(
            """
            DELETE FROM user_device
            WHERE user_device_id = \(id) AND account_id = \(caller.account) AND clinic_id = \(caller.clinic)
            RETURNING user_device_id
            """)
        guard !removed.isEmpty else { throw IdentityRejection.noSuchDevice }
    }
}
