public import JSON

extension Problem {
    /// A kind of problem: what a client can tell apart. Features declare their own beside their rejections.
    ///
    ///     extension Problem.Kind {
    ///         static let slotTaken = Problem.Kind("slot-taken", 409, "The slot is no longer free")
    ///     }
    public struct Kind: Hashable, Sendable {
        /// Lower case with hyphens; never changes.
        public let name: String
        public let status: Int
        /// The same for every problem of the kind.
        public let title: String
        /// The further members that problems of this kind have, for the API's description.
        public let members: [MemberDescription]

        public struct MemberDescription: Hashable, Sendable {
            public let name: String
            public let schema: Schema

            /// A member with its codec's schema.
            public static func member<Value>(_ name: String, _ codec: Codec<Value>) -> MemberDescription {
                MemberDescription(name: name, schema: codec.schema)
            }
        }

        public init(_ name: String, _ status: Int, _ title: String, members: [MemberDescription] = []) {
            precondition((400...599).contains(status), "a problem is a 4xx or a 5xx")
            precondition(
                Set(members.map(\.name) + Problem.ownMembers).count == members.count + Problem.ownMembers.count,
                "a problem's further members have names of their own")
            self.name = name
            self.status = status
            self.title = title
            self.members = members
        }

        /// The `type` that clients compare.
        public var type: String { "urn:chairside:problem:\(name)" }
    }
}

extension Problem.Kind {
    /// Parameters or body are not as described; `errors` says where and why.
    public static let malformedRequest = Problem.Kind(
        "malformed-request", 400, "The request is not as it must be",
        members: [.member("errors", .array(InputIssue.codec, 1...100).described("All that is wrong with the request."))]
    )
    public static let unauthenticated = Problem.Kind("unauthenticated", 401, "Sign in first")
    /// The access token has expired: the client refreshes it and repeats the request.
    public static let tokenExpired = Problem.Kind("token-expired", 401, "The access token has expired")
    public static let sessionEnded = Problem.Kind("session-ended", 401, "The session has ended; sign in again")
    public static let forbidden = Problem.Kind("forbidden", 403, "Your role does not allow this")
    public static let sessionLocked = Problem.Kind("session-locked", 403, "The session is locked; unlock it")
    /// The session reaches only the account's own data and nothing of the clinic.
    public static let sessionRestricted = Problem.Kind(
        "session-restricted", 403, "This session may not see what is the clinic's",
        members: [.member("reason", Codec<Restriction>.stringEnum.described("Why the session is restricted."))])
    /// The clinic has closed this area of the mobile app for the caller's role.
    public static let areaClosed = Problem.Kind(
        "area-closed", 403, "The clinic has closed this area of the mobile app to your role",
        members: [.member("area", Codec<AppArea>.stringEnum.described("The area that the operation belongs to."))])
    /// For missing things and other people's things alike.
    public static let notFound = Problem.Kind("not-found", 404, "There is no such thing")
    public static let methodNotAllowed = Problem.Kind("method-not-allowed", 405, "The method is not allowed here")
    public static let conflict = Problem.Kind("conflict", 409, "The request contradicts what is so now")
    /// Other commands changed the same things again and again while this one was tried.
    public static let contention = Problem.Kind("contention", 409, "Too many changes at once; try again")
    public static let answerNotKept = Problem.Kind(
        "answer-not-kept", 409, "This was done before, and its answer is not kept any more")
    public static let idempotencyKeyReused = Problem.Kind(
        "idempotency-key-reused", 409, "The Idempotency-Key was used for another request")
    public static let gone = Problem.Kind("gone", 410, "It was here and is gone")
    public static let preconditionFailed = Problem.Kind(
        "precondition-failed", 412, "It has changed since you read it",
        members: [.member("version", .int64.described("The version that it has now."))])
    public static let requestTimeout = Problem.Kind("request-timeout", 408, "The request took too long to arrive")
    public static let contentTooLarge = Problem.Kind("content-too-large", 413, "The body is too large")
    public static let uriTooLong = Problem.Kind("uri-too-long", 414, "The address is too long")
    public static let unsupportedMediaType = Problem.Kind(
        "unsupported-media-type", 415, "The body must be application/json in UTF-8")
    public static let expectationFailed = Problem.Kind("expectation-failed", 417, "Expect may only be 100-continue")
    public static let preconditionRequired = Problem.Kind(
        "precondition-required", 428, "A header field is missing that makes the request safe to repeat")
    public static let tooManyRequests = Problem.Kind("too-many-requests", 429, "Too many requests; wait a little")
    public static let headerFieldsTooLarge = Problem.Kind(
        "header-fields-too-large", 431, "The header fields are too many or too large")
    public static let internalError = Problem.Kind("internal-error", 500, "Something went wrong on our side")
    public static let versionNotSupported = Problem.Kind(
        "http-version-not-supported", 505, "Only HTTP/1.0, HTTP/1.1 and, over TLS, HTTP/2 are spoken here")
    public static let unavailable = Problem.Kind("unavailable", 503, "Not available at the moment; try again")
    /// The connection to the log was lost during the command: repeat with the same Idempotency-Key to learn the
    /// outcome.
    public static let outcomeUnknown = Problem.Kind(
        "outcome-unknown", 503, "It is not known whether this was done; repeat with the same Idempotency-Key")
}

extension Problem {
    /// The same answer for things that do not exist and things that the caller must not know about.
    public static let notFound = Problem(.notFound)

    public static func areaClosed(_ area: AppArea) -> Problem { Problem(.areaClosed).with("area", area, .stringEnum) }

    static func restricted(_ reason: Restriction) -> Problem {
        Problem(.sessionRestricted).with("reason", reason, .stringEnum)
    }

    public static func methodNotAllowed(allow: String) -> Problem {
        Problem(.methodNotAllowed).field("Allow", allow)
    }

    public static let unauthenticated = Problem(.unauthenticated).field("WWW-Authenticate", "Bearer")
    public static let tokenExpired = Problem(.tokenExpired)
        .field("WWW-Authenticate", #"Bearer error="invalid_token", error_description="expired""#)

    /// - Parameter seconds: whole seconds, since clients read an integer.
    public static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        Problem(.tooManyRequests).field("Retry-After", "\(max(1, seconds))")
    }

    public static func unavailable(retryAfter seconds: Int = 1) -> Problem {
        Problem(.unavailable).field("Retry-After", "\(max(1, seconds))")
    }
}
