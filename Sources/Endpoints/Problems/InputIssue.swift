public import JSON

/// One fault of a request: its place, a code that never changes, and a text. The text does not contain the wrong value.
public struct InputIssue: Hashable, Sendable {
    public enum Place: String, Hashable, CaseIterable, Sendable {
        case path, query, header, body
    }

    public let place: Place
    /// The place of the fault: in a body an RFC 6901 pointer; elsewhere `/` and the parameter's name.
    public let pointer: String
    public let code: String
    public let detail: String

    public init(_ place: Place, _ pointer: String, code: String, detail: String) {
        self.place = place
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }

    public static let codec = object(
        InputIssue.make(place:pointer:code:detail:),
        field("in", \.place, .stringEnum.described("The part of the request that is wrong.")),
        field(
            "pointer", \.pointer,
            .string(max: 1000).described(
                "The place in that part: a JSON Pointer (RFC 6901) into the body, or `/` and the parameter's name.")),
        field(
            "code", \.code, .string(max: 100).described("The kind of the mistake, for programs; it does not change.")),
        field(
            "detail", \.detail,
            .string(max: 2000).described("The mistake, for people; its wording may change."))
    ).described("One thing that is wrong with a request.").named("InputIssue")

    private static func make(place: Place, pointer: String, code: String, detail: String) -> InputIssue {
        InputIssue(place, pointer, code: code, detail: detail)
    }
}

extension Problem {
    /// Makes the problem 400 for malformed input, with its faults.
    public static func malformed(_ issues: [InputIssue]) -> Problem {
        Problem(.malformedRequest).with("errors", Array(issues.prefix(100)), .array(InputIssue.codec))
    }

    /// A problem 400 for one member of the body, such as a combination that only the handler can judge.
    public static func malformed(body pointer: String, code: String, detail: String) -> Problem {
        malformed([InputIssue(.body, pointer, code: code, detail: detail)])
    }

    /// A problem 400 for one query parameter.
    public static func malformed(query name: String, code: String, detail: String) -> Problem {
        malformed([InputIssue(.query, "/" + name, code: code, detail: detail)])
    }
}
