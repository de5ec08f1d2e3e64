import ClinicTestSupport
import Crypto
import EventSourcing
import Foundation
import PostgresClient
import Push
import SQL
import ServiceFakes

/// A file with a key by which push services recognize the server. Only its owner can read it.
struct PushKey: Sendable {
    let path: String

    /// The configuration of a channel to browsers' push services.
    var webPush: WebPushConfiguration { WebPushConfiguration(keyFile: path, subject: "mailto:clinic@example.org") }

    /// The configuration of a channel to a fake of APNs.
    func configuration(_ service: FakeService) -> APNsConfiguration {
        configuration(.other(service.origin), trusting: service.certificate)
    }

    /// The configuration of a channel to a scripted fake of APNs.
    func configuration(_ peer: ScriptedPeer) -> APNsConfiguration {
        configuration(.other(peer.origin), trusting: peer.certificate)
    }

    private func configuration(_ host: APNsConfiguration.Host, trusting certificate: String) -> APNsConfiguration {
        var configuration = APNsConfiguration(
            keyFile: path, team: "TEAM012345", keyID: "KEY0123456", topic: "org.example.chairside")
        configuration.host = host
        configuration.authorities = certificate
        return configuration
    }
}

/// Runs `body` with the file of a key, which is removed afterwards.
func withPushKey<T>(
    _ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), _ body: (PushKey) async throws -> T
) async throws -> T {
    let path = "/tmp/chairside-push-\(UUID().uuidString).p8"
    try Data(key.pemRepresentation.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return try await body(PushKey(path: path))
}

extension OutboxBench {
    /// Gives the device of the test's patient a push token in the form of Apple's.
    func registerAppleToken(_ token: String = String(repeating: "a1", count: 32)) async throws {
        try await perform("UPDATE user_device SET push_token = \(token) WHERE user_device_id = \(device)")
    }
}

extension App {
    /// Registers a browser that has subscribed to the push service with the given origin.
    func register(_ browser: Browser, at origin: String, until end: Int? = nil) async throws -> HTTPAnswer {
        let subscription = browser.subscription(at: origin, until: end)
        return try await post(
            "user-devices", #"{"platform":"web","environment":"production","subscription":\#(subscription)}"#)
    }
}
