import Crypto
import EventSourcing
import Foundation
import PostgresClient
import Push
import SQL
import ServiceFakes

/// A file with a new key for provider tokens, which only its owner can read.
struct APNsKey: Sendable {
    let path: String

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

/// Runs `body` with a new key, whose file is removed afterwards.
func withAPNsKey<T>(_ body: (APNsKey) async throws -> T) async throws -> T {
    let path = "/tmp/chairside-apns-\(UUID().uuidString).p8"
    try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return try await body(APNsKey(path: path))
}

extension OutboxBench {
    /// Gives the device of the test's patient a push token in the form of Apple's.
    func registerAppleToken(_ token: String = String(repeating: "a1", count: 32)) async throws {
        try await perform("UPDATE user_device SET push_token = \(token) WHERE user_device_id = \(device)")
    }
}
