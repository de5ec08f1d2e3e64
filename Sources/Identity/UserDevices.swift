import Identifiers
import SQL

/// A push token's registration (O12).
struct UserDevice: Sendable {
    let id: UUIDBytes
    let platform: String
    let environment: String
    let version: Int64
    let registeredAt: Timestamp
}

struct DeviceRegistration: Sendable {
    let platform: String
    let environment: String
    let pushToken: String
}

extension Identity {
    /// Registers a push token; the same token again is updated in place, and one that was another's leaves the first.
    func register(
        _ registration: DeviceRegistration, for caller: VerifiedToken, at now: Timestamp
    ) async throws -> UserDevice {
        let statement: Statement = """
            INSERT INTO user_device (user_device_id, platform, environment, push_token, clinic_id, account_id, session_id,
                registered_at)
            VALUES (\(newID(at: now)), \(registration.platform), \(registration.environment),
                \(registration.pushToken), \(caller.clinic), \(caller.account), \(caller.session), \(now))
            ON CONFLICT (platform, environment, push_token) DO UPDATE
            SET user_device_id = CASE WHEN user_device.account_id = excluded.account_id
                    THEN user_device.user_device_id ELSE excluded.user_device_id END,
                clinic_id = excluded.clinic_id, account_id = excluded.account_id, session_id = excluded.session_id,
                version = user_device.version + 1, registered_at = excluded.registered_at
            RETURNING user_device_id, version
            """
        guard let row = try await pool.perform([statement])[0].first else { throw Refusal.noSuchDevice }
        return UserDevice(
            id: try row.uuid(0), platform: registration.platform, environment: registration.environment,
            version: try row.int64(1), registeredAt: now)
    }

    func removeDevice(_ id: UUIDBytes, for caller: VerifiedToken) async throws {
        let removed = try await pool.perform([
            "DELETE FROM user_device WHERE user_device_id = \(id) AND account_id = \(caller.account) RETURNING user_device_id"
        ])[0]
        guard removed.count > 0 else { throw Refusal.noSuchDevice }
    }
}
