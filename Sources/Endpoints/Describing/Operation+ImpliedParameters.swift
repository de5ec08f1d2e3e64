import JSON

extension Operation {
    /// The request's header fields that the operation accepts because of its policies (idempotency, caching, polling, tokens),
    /// in addition to its declared inputs.
    var impliedParameters: [Parameter] {
        var implied: [Parameter] = []
        switch idempotency {
        case .none: break
        case .accepted: implied.append(.idempotencyKey)
        case .implied: implied.append(.impliedIdempotencyKey)
        case .required: implied.append(.requiredIdempotencyKey)
        }
        if hasETag { implied += isSafe ? [.ifMatchToRead, .ifNoneMatchToRead] : [.ifMatch, .ifNoneMatch] }
        if isPolled || isFollowed { implied.append(.prefer) }
        if isFollowed { implied.append(.lastEventID) }
        if movesRefreshTokens { implied.append(.refreshTokenInCookie) }
        return implied
    }
}

extension Parameter {
    /// Every parameter that several operations have in common; each is a component of the description.
    static let shared: [Parameter] = [
        idempotencyKey, impliedIdempotencyKey, requiredIdempotencyKey, ifMatch, ifNoneMatch, ifMatchToRead,
        ifNoneMatchToRead, prefer,
        lastEventID, refreshTokenInCookie,
    ]

    /// The header field by which a page keeps its refresh token in a cookie.
    static let refreshTokenInCookie = Parameter(
        .header, RefreshCookie.requestField,
        Schema(.string).with {
            $0.text = """
                `cookie`, for pages that this server serves: the refresh token is in the cookie `chairside-refresh` \
                (`__Secure-chairside-refresh` over HTTPS), which scripts cannot read, and not in the answer. The \
                operations that take a refresh token take it from there. The cookie counts only with this field. 403 \
                `foreign-page` for pages of other origins, which a preflight never allows the field.
                """
            $0.enumeration = [RawJSON(quoting: RefreshCookie.requestValue)]
        }, isRequired: false, component: "ChairsideTokens", example: RawJSON(quoting: RefreshCookie.requestValue))

    fileprivate static let idempotencyKey = key("IdempotencyKey", isRequired: false)
    fileprivate static let impliedIdempotencyKey = key(
        "ImpliedIdempotencyKey", isRequired: false,
        """
         Without a key, the same request of the same session within five minutes counts as a repetition. Who means the \
        same twice within five minutes sends a key with each.
        """)
    fileprivate static let requiredIdempotencyKey = key("RequiredIdempotencyKey", isRequired: true)

    private static func key(_ component: String, isRequired: Bool, _ more: String = "") -> Parameter {
        let schema = Schema(.string).with {
            $0.pattern = "^[!#-~][!-~]*$"
            $0.minLength = 1
            $0.maxLength = 255
            $0.text = """
                A name for this attempt, such as a random UUID. Repeating the request with the same key has one effect and gets \
                one answer. After thirty days the answer is no longer stored: a repetition is a 409 then, and still has no \
                effect.\(more)
                """
        }
        return Parameter(
            .header, "Idempotency-Key", schema, isRequired: isRequired, component: component,
            example: RawJSON(quoting: "2f9d3c3e-6c0a-4b7e-9a52-1d8f5b7c0e44"))
    }

    fileprivate static let ifMatch = condition(
        "If-Match", "IfMatch", #""4""#,
        "`ETag`s of earlier answers with commas between them, or `*`. 412 if it has changed since, or is not there yet."
    )
    fileprivate static let ifNoneMatch = condition(
        "If-None-Match", "IfNoneMatch", nil,
        "`ETag`s of earlier answers with commas between them, or `*`. 412 if it still has one of these versions.")
    fileprivate static let ifMatchToRead = condition(
        "If-Match", "IfMatchToRead", nil,
        "`ETag`s of earlier answers with commas between them, or `*`. 412 if the answer is another one now.")
    fileprivate static let ifNoneMatchToRead = condition(
        "If-None-Match", "IfNoneMatchToRead", #""4""#,
        "`ETag`s of earlier answers with commas between them, or `*`. 304 without a body while the answer is the same.")

    private static func condition(
        _ name: String, _ component: String, _ example: String?, _ text: String
    ) -> Parameter {
        let schema = Schema(.string).with {
            $0.text = text
            $0.pattern = #"^(\*|[ \t,]*(W/)?"[!#-~]*"([ \t]*,[ \t]*((W/)?"[!#-~]*")?)*)$"#
        }
        return Parameter(
            .header, name, schema, isRequired: false, component: component,
            example: RawJSON(quoting: example ?? "*"))
    }

    fileprivate static let prefer = Parameter(
        .header, "Prefer",
        Schema(.string).described(
            """
            `wait=25` beside `If-None-Match` or `since`: instead of a 304, or of no changes, at once, the answer comes when something has changed, or after \
            so many seconds, 1 to 25 (RFC 7240). `Preference-Applied` tells whether the server waited. If it did not, ask \
            again after a pause.
            """), isRequired: false, component: "Prefer", example: RawJSON(quoting: "wait=25"))

    fileprivate static let lastEventID = Parameter(
        .header, "Last-Event-ID",
        Schema(.string).with {
            $0.text =
                "The `id` of the last event that the client has, so that a new stream begins with what changed since then."
            $0.maxLength = 80
        }, isRequired: false, component: "LastEventID", example: RawJSON(quoting: "r20780.1.0.345"))
}
