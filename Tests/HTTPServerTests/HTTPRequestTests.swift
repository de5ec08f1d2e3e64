import HTTPServer
import Testing

@Suite struct HTTPRequestTests {
    private func request(_ target: String, _ fields: String = "") throws -> HTTPRequest {
        try HTTPRequest(.get, target, headers: [("X-Name", "a"), ("x-name", "b"), ("Empty", "")])
    }

    @Test func `a header field is found by its name in lower case, however the client capitalized it`() throws {
        let headers = try request("/").headers
        #expect(headers["x-name"] == "a")
        #expect(headers.all("x-name") == ["a", "b"])
        #expect(headers.count(of: "x-name") == 2)
        #expect(headers["empty"] == "")
        #expect(headers["x-nam"] == nil)
        #expect(headers["x-names"] == nil)
        #expect(headers.bytes("host").map(Array.init) == Array("localhost".utf8))
    }

    @Test func `a request's path is decoded segment by segment`() throws {
        #expect(try request("/").pathSegments == [""])
        #expect(try request("/api/v1/patients").pathSegments == ["api", "v1", "patients"])
        #expect(try request("/a%20b/%C3%A9//c?d").pathSegments == ["a b", "é", "", "c"])
        #expect(try request("http://localhost/x/y?z").pathSegments == ["x", "y"])
        #expect(try request("/a%20b").pathHasEscapes)
        #expect(try !request("/a/b").pathHasEscapes)
    }

    @Test func `a query's items keep their order and their repetitions`() throws {
        let items = try request("/?a=1&b=x%20y+z&a=2&flag&=v&c=%3D%26&&").queryItems()
        #expect(items.map { "\($0.name)=\($0.value)" } == ["a=1", "b=x y z", "a=2", "flag=", "=v", "c==&"])
        #expect(try request("/").queryItems().isEmpty)
        #expect(try request("/?").queryItems().isEmpty)
    }

    @Test(arguments: [
        ("/?a=%", HTTPQueryProblem.malformedPercentEncoding), ("/?a=%4", .malformedPercentEncoding),
        ("/?a=%zz", .malformedPercentEncoding), ("/?%g0=1", .malformedPercentEncoding), ("/?a=%ff", .notUTF8),
    ])
    func `a URL query that cannot be decoded is refused`(_ target: String, _ problem: HTTPQueryProblem) throws {
        let request = try request(target)
        #expect(throws: problem) { try request.queryItems() }
    }

    @Test func `an HTTP request built in code is validated like a received one`() throws {
        let request = try HTTPRequest(.post, "/a?b", headers: [("Content-Type", "text/plain")], body: Array("hi".utf8))
        #expect(request.method == .post)
        #expect(request.path == "/a")
        #expect(request.body == Array("hi".utf8))
        #expect(request.headers["content-type"] == "text/plain")
        #expect(throws: Refusal.dotSegment) { try HTTPRequest(.get, "/../a") }
    }

    @Test(arguments: ["b\r\nSmuggled: 1", "b\nSmuggled: 1", "b\r\n\r\nGET / HTTP/1.1"])
    func `an HTTP request built in code takes no line break in its target or in a field`(_ text: String) {
        #expect(throws: Refusal.controlCharacterInValue) { try HTTPRequest(.get, "/", headers: [("A", text)]) }
        #expect(throws: Refusal.controlCharacterInValue) { try HTTPRequest(.get, "/", headers: [(text, "a")]) }
        #expect(throws: Refusal.controlCharacterInValue) { try HTTPRequest(.get, "/ HTTP/1.1\r\nA: \(text)") }
    }
}
