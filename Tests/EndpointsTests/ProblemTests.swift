import Endpoints
import JSON
import Testing

struct ProblemTests {
    @Test func `a problem document begins with type, title and status`() {
        let problem = Problem(.slotTaken, "Somebody was faster.").with("alternatives", [540, 555], .array(.int, 0...5))
        #expect(
            String(decoding: problem.bytes, as: UTF8.self) == """
                {"type":"urn:chairside:problem:slot-taken","title":"The slot is no longer free","status":409,\
                "detail":"Somebody was faster.","alternatives":[540,555]}
                """)
        #expect(problem.status == 409 && "\(problem)" == "409 slot-taken")
    }

    @Test func `a problem answer has the header fields that its kind requires`() {
        #expect(Problem.methodNotAllowed(allow: "GET").fields == [.init(name: "Allow", value: "GET")])
        #expect(Problem.tooManyRequests(retryAfter: 0).fields == [.init(name: "Retry-After", value: "1")])
    }

    @Test func `setting a problem document's member a second time replaces its value`() {
        let problem = Problem(.contention).with("a", 1, .int).with("b", 2, .int).with("a", 3, .int)
        #expect(problem.members.map(\.name) == ["b", "a"])
        #expect(String(decoding: problem.bytes, as: UTF8.self).hasSuffix(#""b":2,"a":3}"#))
    }

    @Test func `a problem document lists at most a hundred issues`() throws {
        let issue = InputIssue(.query, "/a", code: "x", detail: "y")
        let document = try JSONValue(parsing: Problem.malformed(Array(repeating: issue, count: 500)).bytes)
        #expect(document["errors"]?.elements?.count == 100)
    }
}
