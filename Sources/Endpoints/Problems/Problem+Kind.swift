public import JSON

extension Problem {
    /// A kind of problem, which clients can distinguish from other kinds. Features declare their own kinds beside their
    /// rejections.
    ///
    ///     extension Problem.Kind {
    ///         static let slotTaken = Problem.Kind(
    ///             "slot-taken", 409, "This time is not free", means: "The doctor or every chair is taken.",
    ///             remedy: "Let the person choose another time.")
    ///     }
    public struct Kind: Hashable, Sendable {
        /// The name of this kind of problem, in lower case with hyphens; it never changes.
        public let name: String
        public let status: Int
        /// The title of this kind of problem: one line without a full stop, the same for every problem of the kind.
        public let title: String
        /// The text that says when problems of this kind occur: one or two sentences for the developer of a client.
        /// Names of members are in backticks.
        public let means: String
        /// The advice to the developer of a client in one or two sentences.
        public let remedy: String
        /// The further members that problems of this kind have, for the API's description.
        public let members: [MemberDescription]

        public struct MemberDescription: Hashable, Sendable {
            public let name: String
            public let schema: Schema
            public let example: RawJSON

            /// A further member of a problem, with its codec's schema.
            public static func member<Value>(
                _ name: String, _ codec: Codec<Value>, example: Value
            ) -> MemberDescription {
                MemberDescription(name: name, schema: codec.schema, example: RawJSON(codec.bytes(example)))
            }
        }

        public init(
            _ name: String, _ status: Int, _ title: String, means: String, remedy: String,
            members: [MemberDescription] = []
        ) {
            precondition((400...599).contains(status), "a problem is a 4xx or a 5xx")
            precondition(
                Set(members.map(\.name) + Problem.ownMembers).count == members.count + Problem.ownMembers.count,
                "a problem's further members have names of their own")
            self.name = name
            self.status = status
            self.title = title
            self.means = means
            self.remedy = remedy
            self.members = members
        }

        /// The beginning of the `type` of every problem.
        private static let prefix = "urn:chairside:problem:"

        /// The `type` of problems of this kind, by which clients recognise the kind.
        public var type: String { Kind.prefix + name }

        /// The path of the page that explains this kind of problem.
        public var page: String { "/problems/\(name)" }

        /// Reads the name of a kind of problem from a text, which is either the name or the whole `type`.
        public static func name(in text: String) -> String {
            text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        }

        /// A problem document of this kind, with the example of each further member.
        public var example: RawJSON {
            RawJSON(members.reduce(Problem(self)) { $0.with($1.name, $1.example) }.bytes)
        }
    }
}

extension Problem {
    /// The problem 404, which is the same for things that do not exist and things that the caller must not know about.
    public static let notFound = Problem(.notFound)

    public static func areaClosed(_ area: AppArea) -> Problem { Problem(.areaClosed).with("area", area, .stringEnum) }

    /// The refusal of a session that is restricted.
    public static func restricted(_ reason: Restriction) -> Problem {
        Problem(.sessionRestricted).with("reason", reason, .stringEnum)
    }

    public static func methodNotAllowed(allow: String) -> Problem {
        Problem(.methodNotAllowed).field("Allow", allow)
    }

    public static let unauthenticated = Problem(.unauthenticated).field("WWW-Authenticate", "Bearer")
    public static let tokenExpired = Problem(.tokenExpired)
        .field("WWW-Authenticate", #"Bearer error="invalid_token", error_description="expired""#)

    /// A problem 429.
    ///
    /// - Parameter seconds: the time to wait in whole seconds, since clients read an integer.
    public static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        Problem(.tooManyRequests).field("Retry-After", "\(max(1, seconds))")
    }

    public static func unavailable(retryAfter seconds: Int = 1) -> Problem {
        Problem(.unavailable).field("Retry-After", "\(max(1, seconds))")
    }
}
