import Endpoints
import JSON
import Testing

struct ProblemTests {
    @Test func `a problem document has type, title, status and detail, followed by the problem's other members`() {
        let problem = Problem(.slotTaken, "Somebody was faster.").with("alternatives", [540, 555], .array(.int, 0...5))
        #expect(
            String(decoding: problem.bytes, as: UTF8.self) == """
                {"type":"urn:chairside:problem:slot-taken","title":"The slot is no longer free","status":409,\
                "detail":"Somebody was faster.","alternatives":[540,555]}
                """)
        #expect(problem.status == 409 && "\(problem)" == "409 slot-taken")
    }

    @Test func `an answer with 405 has the header Allow, and an answer with 429 a Retry-After of a second or more`() {
        #expect(Problem.methodNotAllowed(allow: "GET").fields == [.init(name: "Allow", value: "GET")])
        #expect(Problem.tooManyRequests(retryAfter: 0).fields == [.init(name: "Retry-After", value: "1")])
    }

    @Test func `a problem document's member that is set again has the new value, and stands at the end`() {
        let problem = Problem(.contention).with("a", 1, .int).with("b", 2, .int).with("a", 3, .int)
        #expect(problem.members.map(\.name) == ["b", "a"])
        #expect(String(decoding: problem.bytes, as: UTF8.self).hasSuffix(#""b":2,"a":3}"#))
    }

    @Test func `a problem document lists at most a hundred issues of a request's inputs`() throws {
        let issue = InputIssue(.query, "/a", code: "x", detail: "y")
        let document = try JSONValue(parsing: Problem.malformed(Array(repeating: issue, count: 500)).bytes)
        #expect(document["errors"]?.elements?.count == 100)
    }
}
