import Crypto
import Endpoints
import EventSourcing
import Foundation
import HTTPClient
import HTTPServer
import JSON
import Push
import ServiceFakes
import Synchronization

/// The requests that a fake of APNs has received, and the ids of the messages that it has accepted.
final class APNsRecord: Sendable {
    struct Request: Sendable {
        let path: String
        let fields: [String: String]
        let body: JSONValue
        let id: String
        let providerToken: String
    }

    private let state = Mutex((requests: [Request](), accepted: [String: Int]()))

    var requests: [Request] { state.withLock { $0.requests } }
    /// The number of times that each message was accepted, by the message's id.
    var accepted: [String: Int] { state.withLock { $0.accepted } }

    @discardableResult
    func note(_ request: HTTPRequest) -> Request {
        let fields = Dictionary(request.headers.pairs.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        let noted = Request(
            path: request.path, fields: fields, body: (try? JSONValue(parsing: request.body)) ?? .null,
            id: fields["apns-id"] ?? "", providerToken: String((fields["authorization"] ?? "").dropFirst(7)))
        state.withLock { $0.requests.append(noted) }
        return noted
    }

    func accept(_ request: Request) -> HTTPResponse {
        state.withLock { $0.accepted[request.id, default: 0] += 1 }
        return HTTPResponse(.ok)
    }
}

/// An answer of APNs that refuses a notification.
func refusal(_ status: UInt16, _ reason: String, more: String = "", fields: HTTPFields = [:]) -> HTTPResponse {
    HTTPResponse(
        HTTPStatus(status), fields: fields, body: .bytes(Array(#"{"reason":"\#(reason)"\#(more)}"#.utf8)))
}

struct APNsTrial: Sendable {
    let channel: APNsChannel
    let record: APNsRecord
    let clock: SetClock
    let key: P256.Signing.PrivateKey
    let service: FakeService
    static let token = String(repeating: "a1", count: 32)

    func deliver(_ message: PushMessage) async -> PushOutcome { await channel.deliver(message, to: Self.token) }

    /// The claims of a provider token, whose signature is checked.
    func claims(of token: String) -> JSONValue? {
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 3, let signature = Base64URL.decode(Array(parts[2].utf8)),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.publicKey.isValidSignature(signed, for: Array("\(parts[0]).\(parts[1])".utf8)),
            let head = Base64URL.decode(Array(parts[0].utf8)).flatMap({ try? JSONValue(parsing: $0) }),
            head["alg"]?.string == "ES256", head["kid"]?.string == "KEY0123456"
        else { return nil }
        return Base64URL.decode(Array(parts[1].utf8)).flatMap { try? JSONValue(parsing: $0) }
    }
}

/// Runs `body` with a channel to a fake of APNs, which answers each request with the result of `respond`.
func withAPNs(
    limits: HTTPLimits = HTTPLimits(),
    respond: @escaping @Sendable (APNsRecord, APNsRecord.Request) async -> HTTPResponse = { $0.accept($1) },
    _ body: @escaping @Sendable (APNsTrial) async throws -> Void
) async throws {
    let record = APNsRecord()
    try await withKeys { keys in
        let key = P256.Signing.PrivateKey()
        let file = try keys.write(key.pemRepresentation, to: "apns.p8")
        try await withFakeService(limits: limits) { request in
            await respond(record, record.note(request))
        } _: { service in
            var configuration = APNsConfiguration(
                keyFile: file, team: "TEAM012345", keyID: "KEY0123456", topic: "org.example.chairside")
            configuration.host = .other(service.origin)
            configuration.authorities = service.certificate
            let clock = SetClock()
            let channel = try APNsChannel(configuration, on: service.loop) { clock.now }
            try await body(APNsTrial(channel: channel, record: record, clock: clock, key: key, service: service))
            channel.close()
        }
    }
}
