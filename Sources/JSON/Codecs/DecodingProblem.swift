/// The error that JSON does not match its codec. Each issue has a place in the JSON, a stable code and a text for
/// people.
///
/// It never contains an input value, which may be about a patient.
public struct DecodingProblem: Error, Hashable, Sendable {
    /// One reason why a JSON text does not match its codec, and the place of the reason in the text.
    public struct Issue: Hashable, Sendable {
        /// The place of the issue in the JSON text as an RFC 6901 pointer; empty for the whole text.
        public var pointer: String
        /// The stable code of the issue, such as `too_long`. Clients may rely on it.
        public let code: String
        public let detail: String

        public init(pointer: String = "", code: String, detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }
    }

    /// The issues, at least one.
    public private(set) var issues: [Issue]

    public init(_ first: Issue, _ more: [Issue] = []) { issues = [first] + more }

    @usableFromInline init(_ code: String, _ detail: String) { issues = [Issue(code: code, detail: detail)] }

    @usableFromInline init?(_ issues: [Issue]) {
        guard !issues.isEmpty else { return nil }
        self.issues = issues
    }

    /// The pointer of the first issue: its place in the JSON text.
    public var pointer: String { issues.first?.pointer ?? "" }
    public var code: String { issues.first?.code ?? "" }
    public var detail: String { issues.first?.detail ?? "" }

    /// The same error with `name` added at the front of every issue's pointer.
    @usableFromInline func under(_ name: String) -> DecodingProblem {
        var outer = self
        let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
        let step = "/" + (isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1"))
        for index in outer.issues.indices { outer.issues[index].pointer = step + outer.issues[index].pointer }
        return outer
    }
}

extension DecodingProblem: CustomStringConvertible {
    public var description: String {
        issues.map { "\($0.pointer.isEmpty ? "/" : $0.pointer): \($0.detail) (\($0.code))" }.joined(separator: "; ")
    }
}

/// The error with which the check of a `Codec.checked` refuses a value.
public struct CheckFailure: Error, Hashable, Sendable {
    public let code: String
    public let detail: String

    /// Creates the error with which a codec's check refuses a value.
    ///
    /// - Parameters:
    ///   - code: a stable code in snake case.
    ///   - detail: a text for people, which does not contain the value.
    public init(_ code: String, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}

extension DecodingProblem {
    @usableFromInline init(_ failure: CheckFailure) { self.init(failure.code, failure.detail) }

    init(_ error: JSONSyntaxError) {
        self.init(error.reason.rawValue, "\(error.text), at byte \(error.offset)")
    }
}
