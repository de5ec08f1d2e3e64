import ClinicTestSupport
import EventSourcing
import Foundation

/// The medication app's HTTP client. Before a request it refreshes an access token that has expired by the app's clock.
/// It sends a failed request up to three times, as the app does, but without the pauses in between.
final class MedicationApp {
    struct Endpoint: Sendable {
        let path: String
        var method = "GET"
        var headers: [String: String] = [:]
        var body: (any Encodable & Sendable)?
    }

    /// The app's errors. After `unauthorized`, `forbidden`, `notFound` and `conflict` the app does not try again.
    enum Failure: Error, Equatable {
        case unauthorized, forbidden, notFound, conflict, invalidResponse
        case rateLimited(retryAfter: String?)
        case serverError(Int)
        case httpError(Int)

        init?(_ answer: HTTPAnswer) {
            switch answer.status {
            case 200...299: return nil
            case 401: self = .unauthorized
            case 403: self = .forbidden
            case 404: self = .notFound
            case 409: self = .conflict
            case 429: self = .rateLimited(retryAfter: answer.fields["retry-after"])
            case 500...599: self = .serverError(answer.status)
            default: self = .httpError(answer.status)
            }
        }
    }

    struct Tokens: Decodable {
        let accessToken: String
        let refreshToken: String

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
        }
    }

    private let practice: Practice
    var tokens: Tokens?
    /// The medication app's clock.
    var clock: Date
    /// The pauses in seconds that the app would have made after failed attempts of requests.
    private(set) var waits: [Double] = []

    init(_ practice: Practice) async throws {
        self.practice = practice
        clock = Date(timeIntervalSince1970: Double(try await practice.now().secondsSince1970))
    }

    func request<Answer: Decodable>(_ endpoint: Endpoint, as type: Answer.Type) async throws -> Answer {
        try await send(endpoint).decoded(as: type)
    }

    @discardableResult func send(_ endpoint: Endpoint) async throws -> HTTPAnswer {
        let token = try await token(for: endpoint.path)
        let app = App(practice: practice, token: token, subject: "")
        let body = try endpoint.body.map { try $0.encodedByApp }
        var last = Failure.invalidResponse
        for attempt in 0..<3 {
            let answer = try await app.send(endpoint.method, endpoint.path, body, endpoint.headers)
            guard let failure = Failure(answer) else { return answer }
            last = failure
            switch failure {
            case .unauthorized, .forbidden, .notFound, .conflict, .invalidResponse: throw failure
            case .rateLimited(let retryAfter):
                if let seconds = retryAfter.flatMap({ Int($0) }) { waits.append(Double(seconds)) }
            case .serverError, .httpError: waits.append(pow(2, Double(attempt)))
            }
        }
        throw last
    }

    /// The access token for a request; `nil` for a path that the app counts as public.
    private func token(for path: String) async throws -> String? {
        let isPublic = ["/v1/auth/login", "/v1/auth/register", "/v1/catalog/bundle"].contains { path.hasPrefix($0) }
        guard !isPublic else { return nil }
        guard let known = tokens else { throw Failure.unauthorized }
        guard Self.isExpired(known.accessToken, at: clock) else { return known.accessToken }
        // The request to refresh the tokens has no body. Its bearer token is the refresh token.
        let answer = try await App(practice: practice, token: known.refreshToken, subject: "").post("/v1/auth/refresh")
        if let failure = Failure(answer) { throw failure }
        let renewed = try answer.decoded(as: Tokens.self)
        tokens = renewed
        return renewed.accessToken
    }

    /// Reads the expiry of an access token. A token that the app cannot read counts as expired.
    static func isExpired(_ token: String, at now: Date) -> Bool {
        struct Payload: Decodable {
            let exp: TimeInterval
        }
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return true }
        let padded = String(parts[1]) + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded),
            let payload = try? JSONDecoder().decode(Payload.self, from: bytes)
        else { return true }
        return Date(timeIntervalSince1970: payload.exp) < now
    }
}
