public import JSON

/// A refusal for the client (RFC 9457, `application/problem+json`).
///
/// Every text in a problem is public: it contains no input value and nothing internal.
public struct Problem: Error, Sendable {
    public let kind: Kind
    /// A sentence about the particular fault in the client's request; `nil` if the problem's title is enough.
    public var detail: String?
    /// Members of the problem's JSON besides those that RFC 9457 defines, in order.
    public private(set) var members: [Member] = []
    /// Header fields of the answer that carries the problem, such as `Allow` or `Retry-After`.
    public private(set) var fields: [HeaderField] = []

    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: RawJSON
    }

    public struct HeaderField: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(_ kind: Kind, _ detail: String? = nil) {
        self.kind = kind
        self.detail = detail
    }

    public var status: Int { kind.status }

    /// A copy of the problem with one more member, such as a deadline.
    public func with<Value>(_ name: String, _ value: Value, _ codec: Codec<Value>) -> Problem {
        with(name, RawJSON(codec.bytes(value)))
    }

    /// A copy of the problem with one more member, whose value is JSON already. A second value for a name replaces the
    /// first.
    public func with(_ name: String, _ value: RawJSON) -> Problem {
        precondition(!Problem.ownMembers.contains(name), "RFC 9457 has a meaning for this name")
        var problem = self
        problem.members.removeAll { $0.name == name }
        problem.members.append(Member(name: name, value: value))
        return problem
    }

    /// A copy of the problem with one more header field.
    public func field(_ name: String, _ value: String) -> Problem {
        var problem = self
        problem.fields.append(HeaderField(name: name, value: value))
        return problem
    }

    /// The problem document, which the server sends, as JSON.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", kind.type)
        writer.member("title", kind.title)
        writer.member("status", kind.status)
        if let detail { writer.member("detail", detail) }
        for member in members { writer.member(member.name, member.value) }
        writer.endObject()
        return writer.bytes
    }

    /// The names of a problem's members that RFC 9457 §3.1 defines.
    static let ownMembers = ["type", "title", "status", "detail", "instance"]

    public static let mediaType = "application/problem+json"
}

extension Problem: Equatable {
    public static func == (left: Problem, right: Problem) -> Bool {
        left.bytes == right.bytes && left.fields == right.fields
    }
}

extension Problem: CustomStringConvertible {
    public var description: String { "\(kind.status) \(kind.name)" }
}
