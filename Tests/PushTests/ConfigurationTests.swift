import Crypto
import EventLoop
import HTTPClient
import JSON
import Push
import TestSupport
import Testing

/// Tests what the operator is told about a wrong configuration.
@Suite struct ConfigurationTests {
    @Test func `the error about a wrong team, key id or topic for APNs names the wrong value`() async throws {
        try await withKeys { keys in
            let file = try keys.write(P256.Signing.PrivateKey().pemRepresentation, to: "key.p8")
            let wrong = [
                ("team", APNsConfiguration(keyFile: file, team: "SHORT", keyID: "KEY0123456", topic: "a.b")),
                ("key id", APNsConfiguration(keyFile: file, team: "TEAM012345", keyID: "KEY 123456", topic: "a.b")),
                ("topic", APNsConfiguration(keyFile: file, team: "TEAM012345", keyID: "KEY0123456", topic: "")),
            ]
            for (name, configuration) in wrong {
                let error = try await failure { try APNsChannel(configuration, on: $0) { SetClock().now } }
                #expect(error.description.contains(name), "\(error)")
            }
        }
    }

    @Test func `an error about a key file names the file and contains nothing of the key`() async throws {
        try await withKeys { keys in
            let key = P256.Signing.PrivateKey().pemRepresentation
            let cases = [
                ("\(keys.path)/missing", "cannot read"),
                (try keys.write(key, to: "public.pem", mode: 0o644), "chmod 600"),
                (try keys.write("SECRETSECRET", to: "no.pem"), "contains no P-256 private key"),
                (try keys.write(String(repeating: "SECRET", count: 20_000), to: "large.pem"), "contains no key"),
            ]
            for (file, words) in cases {
                let web = WebPushConfiguration(keyFile: file, subject: "mailto:clinic@example.org")
                let error = try await failure { try WebPushChannel(web, on: $0) { SetClock().now } }
                #expect(error.description.contains(file) && error.description.contains(words), "\(error)")
                #expect(!error.description.contains("SECRET"))
            }
        }
    }

    @Test
    func
        `a server for Apple's production has a second channel for the sandbox, and a server for the sandbox has one`()
        async throws
    {
        try await withKeys { keys in
            let file = try keys.write(P256.Signing.PrivateKey().pemRepresentation, to: "key.p8")
            var configuration = PushConfiguration()
            configuration.apns = APNsConfiguration(keyFile: file, team: "TEAM012345", keyID: "KEY0123456", topic: "a.b")
            for host in [APNsConfiguration.Host.production, .sandbox] {
                configuration.apns?.host = host
                try await withLoop { [configuration] loop in
                    let channels = try await PushChannels(configuration, on: loop) { SetClock().now }
                    let (production, sandbox) = (try #require(channels.apns), try #require(channels.apnsSandbox))
                    #expect((production === sandbox) == (host != .production))
                    channels.close()
                }
            }
        }
    }

    @Test func `a subject for Web Push that is not a mailto or https URI is refused`() async throws {
        try await withKeys { keys in
            let file = try keys.write(P256.Signing.PrivateKey().pemRepresentation, to: "key.pem")
            let configuration = WebPushConfiguration(keyFile: file, subject: "clinic@example.org")
            let error = try await failure { try WebPushChannel(configuration, on: $0) { SetClock().now } }
            #expect(error.description.contains("subject"))
        }
    }

    @Test func `the file of a service account that lacks a member is refused, and the error names the member`()
        async throws
    {
        let origin = try #require(HTTPSOrigin(host: "localhost"))
        try await withKeys { keys in
            let whole = serviceAccount("SECRET", at: origin)
            for name in ["project_id", "client_email", "token_uri", "private_key_id", "private_key"] {
                let file = try keys.write(whole.removing(name).description, to: "\(name).json")
                let error = try await failure {
                    try await FCMChannel(FCMConfiguration(keyFile: file), on: $0) { SetClock().now }
                }
                #expect(error.description.contains("no member \(name)"), "\(error)")
                #expect(!error.description.contains("SECRET"))
            }
            let file = try keys.write(whole.description, to: "whole.json")
            let error = try await failure {
                try await FCMChannel(FCMConfiguration(keyFile: file), on: $0) { SetClock().now }
            }
            #expect(error.description.contains("private_key") && !error.description.contains("SECRET"))
        }
    }

    private func failure<T: Sendable>(_ make: @Sendable (EventLoop) async throws -> T) async throws
        -> PushConfigurationError
    {
        try await withLoop { loop in
            do { _ = try await make(loop) } catch let error as PushConfigurationError { return error }
            throw NoError()
        }
    }

    private struct NoError: Error {}
}
