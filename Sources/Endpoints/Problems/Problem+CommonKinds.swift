import JSON

extension Problem.Kind {
    /// The problem of a request that does not conform to the API's description. The member `errors` lists the faults of
    /// the parameters, header fields and body; it is absent if the bytes were no HTTP request.
    public static let malformedRequest = Problem.Kind(
        "malformed-request", 400, "The request is malformed",
        means: "A parameter, a header field or the body is not as the description says.",
        remedy: """
            Correct what `errors` lists and send the request again. Without `errors`, the bytes were no HTTP \
            request.
            """,
        members: [
            .member(
                "errors", .array(InputIssue.codec, 1...100).described("All that is wrong with the request."),
                example: [InputIssue(.body, "/email", code: "missing", detail: "must be there")])
        ]
    )
    public static let unauthenticated = Problem.Kind(
        "unauthenticated", 401, "Sign in first",
        means: "The operation needs a session, and the request has no token, or one that is not valid.",
        remedy: "Send the access token as `Authorization: Bearer …`. If you have none, sign in.")
    /// The problem of an expired access token: the client refreshes it and repeats the request.
    public static let tokenExpired = Problem.Kind(
        "token-expired", 401, "The access token has expired",
        means: "The token is genuine, and its ten minutes are over.",
        remedy: "Get new tokens with the refresh token, then repeat the request.")
    public static let sessionEnded = Problem.Kind(
        "session-ended", 401, "The session has ended; sign in again",
        means: "The session was signed out, revoked or replaced, or too many wrong PINs ended it.",
        remedy: "Forget the session's tokens and sign in again.")
    public static let forbidden = Problem.Kind(
        "forbidden", 403, "Your role does not allow this",
        means: """
            The session's role may not call this operation, or not with these values. `x-roles` names the roles that \
            may.
            """,
        remedy: "Do not repeat the request. Use a session with another role.")
    /// The problem of a request for tokens in a cookie that a page of another origin sends.
    public static let foreignPage = Problem.Kind(
        "foreign-page", 403, "This is only for pages of this server",
        means: """
            The request has `Chairside-Tokens`, and `Origin` or `Sec-Fetch-Site` says that a page of another origin sent \
            it. Nothing was done.
            """,
        remedy: """
            Send the request without `Chairside-Tokens` and keep the refresh token yourself. Behind a proxy, pass on `Host`, \
            or name the address for people with `--public-url`.
            """)
    public static let sessionLocked = Problem.Kind(
        "session-locked", 403, "The session is locked; unlock it",
        means: "The session was idle for fifteen minutes, or waits for its PIN after sign-in.",
        remedy: "Unlock it by PIN, password or device key, then repeat the request.")
    /// The problem of a request for the clinic's data in a session that reaches only the account's own data.
    public static let sessionRestricted = Problem.Kind(
        "session-restricted", 403, "This session may not reach the clinic's data",
        means: "The session reaches only what belongs to the account itself. `reason` says why.",
        remedy: """
            `second_factor_missing`: set up a second factor. `device_compromised`: report the device as clean and \
            sign in again. `background`: sign in without the scope `background`.
            """,
        members: [
            .member(
                "reason", Codec<Restriction>.stringEnum.described("Why the session is restricted."),
                example: .secondFactorMissing)
        ])
    /// The problem of an area of the mobile app that the clinic has closed for the caller's role.
    public static let areaClosed = Problem.Kind(
        "area-closed", 403, "The clinic has closed this area of the mobile app to your role",
        means: """
            An admin of the clinic has closed the `area` to this role in the app. Other clients of the same person \
            may still reach it.
            """,
        remedy: "Hide the area. `GET /api/v1/me` lists the open ones.",
        members: [
            .member(
                "area", Codec<AppArea>.stringEnum.described("The area that the operation belongs to."),
                example: .billing)
        ])
    /// The problem of an entity that does not exist, or that the caller must not know about.
    public static let notFound = Problem.Kind(
        "not-found", 404, "Not found",
        means: """
            Nothing has this id or path, or the caller must not know of it. The answer is the same in both cases.
            """,
        remedy: "Check the id. Do not repeat the request.")
    public static let methodNotAllowed = Problem.Kind(
        "method-not-allowed", 405, "The method is not allowed here",
        means: "The path exists, with other methods.",
        remedy: "Use one of the methods in the header field `Allow`.")
    /// The problem of a command that failed repeatedly because other commands changed the same state first.
    public static let contention = Problem.Kind(
        "contention", 409, "Too many changes at once; try again",
        means: "Other requests changed the same things again and again while this one was tried. Nothing was done.",
        remedy: "Repeat the request after a short random pause, with the same `Idempotency-Key` if it had one.")
    public static let answerNotKept = Problem.Kind(
        "answer-not-kept", 409, "This was done before, and its answer is no longer stored",
        means: """
            A request with this `Idempotency-Key` was carried out more than thirty days ago. It was not carried out \
            again.
            """,
        remedy: "Read what it had changed; do not send it with another key.")
    public static let idempotencyKeyReused = Problem.Kind(
        "idempotency-key-reused", 409, "The Idempotency-Key was used for another request",
        means: "The same key came with another path, other parameters or another body before. Nothing was done.",
        remedy: "Send a new key for a new request, and the same request for the same key.")
    public static let preconditionFailed = Problem.Kind(
        "precondition-failed", 412, "It has changed since you read it",
        means: "`If-Match` or `If-None-Match` does not fit the version that there is now. Nothing was done.",
        remedy: "Read it again, show what has changed, and send the request with the new `ETag`.",
        members: [.member("version", .int64.described("The version that it has now."), example: 4)])
    public static let requestTimeout = Problem.Kind(
        "request-timeout", 408, "The request took too long to arrive",
        means: "The head or the body of the request was not complete in time.",
        remedy: "Send the request again on a new connection.")
    public static let contentTooLarge = Problem.Kind(
        "content-too-large", 413, "The body is too large",
        means: "The body is longer than the server accepts.",
        remedy: "Send less. The limit is one megabyte.")
    public static let uriTooLong = Problem.Kind(
        "uri-too-long", 414, "The address is too long",
        means: "The path and the query are longer than the server accepts.",
        remedy: "Ask for less at once, such as fewer values of a list.")
    public static let unsupportedMediaType = Problem.Kind(
        "unsupported-media-type", 415, "The body must be application/json in UTF-8",
        means: "`Content-Type` or `Content-Encoding` is one that the operation does not read.",
        remedy: "Send JSON in UTF-8, uncompressed, with `Content-Type: application/json`.")
    public static let unsupportedUpload = Problem.Kind(
        "unsupported-upload", 415, "A body of this type is not taken here",
        means: "`Content-Type` names a type of which the operation takes no content. `detail` lists the types.",
        remedy: "Send a content of one of these types. Without `Content-Type` the content itself tells its type.")
    public static let expectationFailed = Problem.Kind(
        "expectation-failed", 417, "Expect may only be 100-continue",
        means: "The header field `Expect` has another value.",
        remedy: "Send the request without `Expect`.")
    public static let preconditionRequired = Problem.Kind(
        "precondition-required", 428, "An Idempotency-Key is required",
        means: "The operation moves money, and a repetition without a key could do so twice.",
        remedy: "Send a new random `Idempotency-Key` with each new attempt, and the same one when you repeat it.")
    public static let tooManyRequests = Problem.Kind(
        "too-many-requests", 429, "Too many requests; wait a little",
        means: "The account, its session or the network has sent more requests than the server allows.",
        remedy: "Wait for as many seconds as `Retry-After` says.")
    public static let headerFieldsTooLarge = Problem.Kind(
        "header-fields-too-large", 431, "The header fields are too many or too large",
        means: "A header field, or all of them together, is longer than the server accepts.",
        remedy: "Send fewer and shorter header fields.")
    public static let internalError = Problem.Kind(
        "internal-error", 500, "The server has failed",
        means: "A mistake in the server. Its log has the details.",
        remedy: "Repeat the request once. If it fails again, tell the operator the answer's `X-Request-Id`.")
    public static let versionNotSupported = Problem.Kind(
        "http-version-not-supported", 505, "Only HTTP/1.0, HTTP/1.1 and, over TLS, HTTP/2 are supported",
        means: "The request names another version of HTTP.",
        remedy: "Use HTTP/1.1, or HTTP/2 over TLS.")
    public static let unavailable = Problem.Kind(
        "unavailable", 503, "Not available at the moment; try again",
        means: "The server starts or stops, or cannot reach its database. Nothing was done.",
        remedy: "Wait for as many seconds as `Retry-After` says, then repeat the request.")
    /// The problem of a command with an unknown outcome: the connection to PostgreSQL was lost. The client repeats it
    /// with the same Idempotency-Key to learn the outcome.
    public static let outcomeUnknown = Problem.Kind(
        "outcome-unknown", 503, "It is not known whether this was done; repeat with the same Idempotency-Key",
        means: "The connection to the database was lost while the request was carried out.",
        remedy: """
            Repeat the request with the same `Idempotency-Key`: it is done once, and the answer says what happened. \
            Without a key, read what has become of it first.
            """)
}
