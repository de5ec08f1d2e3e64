import Foundation
import HTTPClient
import HTTPServer
import JSON
import Push
import ServiceFakes
import Synchronization
import TestSupport

/// The messages and assertions that a fake of FCM has received.
final class FCMRecord: Sendable {
    struct Message: Sendable {
        let path: String
        let authorization: String
        let body: JSONValue
    }

    private let state = Mutex((messages: [Message](), assertions: [String]()))

    var messages: [Message] { state.withLock { $0.messages } }
    /// The assertions that the token endpoint has received.
    var assertions: [String] { state.withLock { $0.assertions } }

    func note(_ request: HTTPRequest) -> Message {
        let message = Message(
            path: request.path, authorization: request.headers["authorization"] ?? "",
            body: (try? JSONValue(parsing: request.body)) ?? .null)
        state.withLock { $0.messages.append(message) }
        return message
    }

    /// Issues an access token that is valid for an hour: `access-1`, `access-2`, …
    func issueToken(_ request: HTTPRequest) -> HTTPResponse {
        let form = String(decoding: request.body, as: UTF8.self)
        let assertion = form.split(separator: "&").first { $0.hasPrefix("assertion=") }?.dropFirst(10) ?? ""
        let count = state.withLock { state in
            state.assertions.append(String(assertion))
            return state.assertions.count
        }
        let body = #"{"access_token":"access-\#(count)","expires_in":3600,"token_type":"Bearer"}"#
        return HTTPResponse(.ok, body: .bytes(Array(body.utf8)))
    }
}

struct FCMTrial: Sendable {
    let channel: FCMChannel
    let record: FCMRecord
    let clock: SetClock
    let service: FakeService
    let keys: KeyFolder
}

/// Runs `body` with a channel to a fake of FCM. The fake is also the token endpoint.
///
/// - Parameters:
///   - token: answers the token endpoint's requests instead of the record.
///   - respond: answers messages.
func withFCM(
    token: (@Sendable (HTTPRequest) -> HTTPResponse)? = nil,
    respond: @escaping @Sendable (FCMRecord, FCMRecord.Message) -> HTTPResponse = { _, _ in
        HTTPResponse(.ok, body: .bytes(Array("{}".utf8)))
    },
    _ body: @escaping @Sendable (FCMTrial) async throws -> Void
) async throws {
    let record = FCMRecord()
    try await withKeys { keys in
        let key = "\(keys.path)/private.pem"
        try await Shell.run([
            "openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key,
        ])
        try await Shell.run(["openssl", "pkey", "-in", key, "-pubout", "-out", "\(keys.path)/public.pem"])
        let pem = try String(contentsOf: URL(filePath: key), encoding: .utf8)
        try await withFakeService { request in
            guard request.path == "/token" else { return respond(record, record.note(request)) }
            return token?(request) ?? record.issueToken(request)
        } _: { service in
            let file = try keys.write(serviceAccount(pem, at: service.origin).description, to: "account.json")
            var configuration = FCMConfiguration(keyFile: file)
            configuration.origin = service.origin
            configuration.authorities = service.certificate
            let clock = SetClock()
            let channel = try await FCMChannel(configuration, on: service.loop) { clock.now }
            try await body(FCMTrial(channel: channel, record: record, clock: clock, service: service, keys: keys))
            channel.close()
        }
    }
}

/// The JSON file of a Google service account for tests.
func serviceAccount(_ privateKey: String, at origin: HTTPSOrigin) -> JSONValue {
    .object([
        ("type", .string("service_account")), ("project_id", .string("chairside-1")),
        ("private_key_id", .string("key-1")), ("private_key", .string(privateKey)),
        ("client_email", .string("push@chairside-1.example")), ("token_uri", .string("\(origin)/token")),
    ])
}
