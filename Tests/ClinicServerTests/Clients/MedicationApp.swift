import ClinicTestSupport
import Crypto
import Foundation
import JSON

/// The medication app, with the calls, names, errors and retries of its document, and no others.
///
/// The document exists as a page and as its text; both have the same code. It leaves three things open, which are chosen
/// here: how the app asks for the server's version (`VersionQuestion`), that each failed push of an entry of the queue
/// counts as a try, and to which path a report on the device is sent.
///
/// The app pauses between attempts; this client only notes the pauses.
actor MedicationApp {
    /// The app's errors for statuses. The app's retries are around the connection only, so it repeats no request that
    /// was answered.
    enum APIError: Error, Equatable {
        case unauthorized, forbidden, notFound, conflict
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

    /// The error of a request whose connection was lost at each attempt.
    struct ConnectionLost: Error, Equatable {}

    /// The moment at which a connection is lost.
    enum Loss: CaseIterable { case beforeRequest, beforeAnswer }

    /// The call by which the app asks for the server's version before it pushes. Only the answers to pushes and pulls
    /// have it.
    enum VersionQuestion: CaseIterable { case emptyPush, pull }

    let practice: Practice
    let key: SymmetricKey
    let question: VersionQuestion

    // The keychain.
    private(set) var authToken: String?
    private var refreshToken: String?
    let deviceId: UUID

    // The user defaults.
    private(set) var cachedUserName: String?
    private(set) var cachedTier: String?
    var lastSyncVersion: Int64 = 0

    // The local data, and the queue of changes in the order in which they were made.
    var entities: [UUID: Entity] = [:]
    var queue: [SyncQueueEntity] = []
    var state = SyncState.idle

    // The network.
    private(set) var isConnected = true
    /// The number of requests so far, with those that were lost.
    private(set) var attempts = 0
    private var lostAttempts = 0..<0
    private var loss = Loss.beforeRequest
    /// The pauses in seconds after lost connections.
    private(set) var waits: [Double] = []

    private var clock: Date

    /// Installs the app on a device, and starts it with the tokens of an earlier login if there was one.
    init(
        _ practice: Practice, key: SymmetricKey, question: VersionQuestion = .emptyPush,
        keychain tokens: HTTPAnswer? = nil
    ) async throws {
        self.practice = practice
        self.key = key
        self.question = question
        deviceId = UUID()
        authToken = tokens?["access_token"]?.string
        refreshToken = tokens?["refresh_token"]?.string
        clock = try await practice.date()
    }

    func moveClock(bySeconds seconds: TimeInterval) { clock += seconds }

    /// Loses the connection at three attempts in a row, so that one request fails.
    ///
    /// - Parameter count: the number of attempts before that.
    func lose(_ loss: Loss, after count: Int, attempts lost: Int = 3) {
        self.loss = loss
        lostAttempts = (attempts + count)..<(attempts + count + lost)
    }

    /// Turns the device's network on or off. A new connection starts a synchronization.
    func turn(online: Bool) async {
        guard online != isConnected else { return }
        isConnected = online
        if online { await sync() } else { state = .offline }
    }
}

// MARK: - Accounts

extension MedicationApp {
    private struct AuthResponse: Decodable {
        let accessToken: String
        let refreshToken: String
        let name: String
        let tier: String

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case name, tier
        }
    }

    func register(email: String, password: String, name: String) async throws {
        try await request(.register(email: email, password: password, name: name))
    }

    func login(email: String, password: String) async throws {
        let answer = try await request(.login(email: email, password: password), as: AuthResponse.self)
        (authToken, refreshToken) = (answer.accessToken, answer.refreshToken)
        (cachedUserName, cachedTier) = (answer.name, answer.tier)
    }

    func logout() async throws {
        try await request(.logout)
        (authToken, refreshToken) = (nil, nil)
    }
}

// MARK: - Requests

extension MedicationApp {
    func request<Answer: Decodable & Sendable>(_ endpoint: APIEndpoint, as type: Answer.Type) async throws -> Answer {
        let endpoint = try endpoint.endpoint
        return try await execute(endpoint, token(for: endpoint.path)).decoded(as: type)
    }

    func request(_ endpoint: APIEndpoint) async throws {
        let endpoint = try endpoint.endpoint
        _ = try await execute(endpoint, token(for: endpoint.path))
    }

    /// Sends a request. If the connection is lost, the app sends the same request again, three times at most.
    private func execute(_ endpoint: Endpoint, _ token: String?) async throws -> HTTPAnswer {
        for attempt in 0..<3 {
            guard let answer = try await data(for: endpoint, token) else {
                waits.append(pow(2, Double(attempt)))
                continue
            }
            if let error = APIError(answer) { throw error }
            return answer
        }
        throw ConnectionLost()
    }

    /// The answer to a request; `nil` if the connection is lost. If it is lost before the answer, the server has carried
    /// the request out.
    private func data(for endpoint: Endpoint, _ token: String?) async throws -> HTTPAnswer? {
        let isLost = !isConnected || lostAttempts.contains(attempts)
        attempts += 1
        guard !isLost || isConnected && loss == .beforeAnswer else { return nil }
        let answer = try await App(practice: practice, token: token, subject: "").send(
            endpoint.method.rawValue, endpoint.path, endpoint.body, endpoint.headers)
        return isLost ? nil : answer
    }

    /// The access token for a request; `nil` for a path that the app counts as public.
    private func token(for path: String) async throws -> String? {
        struct Tokens: Decodable {
            let accessToken: String
            let refreshToken: String

            enum CodingKeys: String, CodingKey {
                case accessToken = "access_token"
                case refreshToken = "refresh_token"
            }
        }
        let isPublic = ["/v1/auth/login", "/v1/auth/register", "/v1/catalog/bundle"].contains { path.hasPrefix($0) }
        guard !isPublic else { return nil }
        guard let token = authToken else { throw APIError.unauthorized }
        guard Self.isTokenExpired(token, at: clock) else { return token }
        // The request to refresh the tokens has no body. Its bearer token is the refresh token.
        let renewed = try await execute(APIEndpoint.refreshToken.endpoint, refreshToken).decoded(as: Tokens.self)
        (authToken, refreshToken) = (renewed.accessToken, renewed.refreshToken)
        return renewed.accessToken
    }

    /// Reads the expiry of an access token. A token that the app cannot read counts as expired.
    static func isTokenExpired(_ token: String, at now: Date) -> Bool {
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
