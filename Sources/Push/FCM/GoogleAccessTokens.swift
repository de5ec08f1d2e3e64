import EventSourcing
import HTTPClient
import JSON

/// The access token of a service account. It is used until five minutes before its expiry. Callers that need a new
/// token at the same time share one request.
actor GoogleAccessTokens {
    enum Failure: Error {
        /// Google's token endpoint returned no token.
        case noToken(PushOutcome)
    }

    struct Token: Sendable, Hashable {
        let text: String
        let expires: Instant
    }

    /// The number of seconds before its expiry at which an access token is replaced.
    private static let margin: Int64 = 300
    /// The pause in seconds before a message is sent again if Google refuses the service account.
    private static let waitAfterRefusal = 300

    private let account: ServiceAccount
    private let client: HTTPClient
    private let clock: @Sendable () -> Instant
    private var token: Token?
    private var request: Task<Result<Token, Failure>, Never>?

    init(_ account: ServiceAccount, _ client: HTTPClient, clock: @escaping @Sendable () -> Instant) {
        self.account = account
        self.client = client
        self.clock = clock
    }

    /// The access token to send now.
    ///
    /// - Parameter refused: a token that the service has refused, which is not returned again.
    func current(insteadOf refused: Token? = nil) async throws(Failure) -> Token {
        if let token, token != refused, token.expires.seconds(since: clock()) > Self.margin { return token }
        if let request { return try await request.value.get() }
        let new = Task { await ask() }
        request = new
        let result = await new.value
        request = nil
        if case .success(let new) = result { token = new }
        return try result.get()
    }

    private func ask() async -> Result<Token, Failure> {
        let now = clock()
        guard let assertion = try? await account.assertion(at: now.secondsSince1970) else {
            return .failure(.noToken(.retry(after: nil, reason: "the assertion could not be signed")))
        }
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
        let request = ClientRequest(
            "POST", account.tokenEndpoint.path, fields: [("content-type", "application/x-www-form-urlencoded")],
            body: Array(form.utf8))
        do throws(ClientFailure) {
            let answer = try await client.send(request)
            return read(answer, at: now)
        } catch { return .failure(.noToken(PushOutcome(error))) }
    }

    private func read(_ answer: ClientResponse, at now: Instant) -> Result<Token, Failure> {
        let value = try? JSONValue(parsing: answer.body)
        guard answer.status == 200, let text = value?["access_token"]?.string, !text.isEmpty,
            let seconds = value?["expires_in"]?.integer, (1...86_400).contains(seconds)
        else {
            let reason = NamedReason(value?["error"]?.string, status: answer.status).text
            let isBusy = answer.status == 429 || answer.status >= 500
            let wait = isBusy ? RetryAfter.seconds(answer["retry-after"], at: now) : Self.waitAfterRefusal
            return .failure(.noToken(.retry(after: wait, reason: "no access token: \(reason)")))
        }
        return .success(Token(text: text, expires: now.adding(seconds: seconds)))
    }
}
