import Fuzzing
import HTTPServer
import Testing

@Suite struct RequestParserTests {
    @Test(arguments: MustReject.all)
    func `the request parser refuses a malformed request and parses nothing after it`(_ line: MustReject) {
        let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        let parsed = parse(line.bytes + next)
        #expect(parsed.refusal == line.refusal)
        #expect(parsed.requests.isEmpty)
    }

    @Test func `the table of malformed requests contains an example for every refusal by the request parser`() {
        let missing = Set(Refusal.allCases).subtracting(MustReject.all.map(\.refusal))
        #expect(missing == [.headerTimeout, .bodyTooSlow, .tooManyConnections, .tooManyBodies])
    }

    @Test(arguments: [
        (Refusal.malformedHost, 400), (.methodNotServed, 405), (.headerTimeout, 408), (.bodyTooLarge, 413),
        (.requestLineTooLong, 414), (.contentCodingUnknown, 415), (.unsupportedVersion, 505),
        (.expectationUnknown, 417), (.tooManyFields, 431), (.fieldsTooLarge, 431), (.methodUnknown, 405),
        (.tooManyConnections, 503),
    ])
    func `each reason to refuse an HTTP request maps to a fixed status code`(_ refusal: Refusal, _ status: Int) {
        #expect(Int(refusal.status.code) == status)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/b.c/..d/...?q=%zz&a=[1]|2 HTTP/1.1\r\nHost: clinic.example:8080\r\n\r\n",
        "GET http://A.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: identity\r\nContent-Length: 1\r\n\r\na",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n\r\n",
        "PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \tté\t\u{fe}st \r\nY:\r\nZ:z\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0000000000000003;a=\"b\"\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n",
    ])
    func `a well-formed HTTP request is accepted`(_ text: String) {
        let parsed = parse(text)
        #expect(parsed.refusal == nil)
        #expect(parsed.requests.count == 1)
        #expect(!parsed.isIncomplete)
    }

    @Test func `a request parser that accepts encoded bodies returns the encoded bytes`() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"
        let request = try #require(parse(text, limits: ParserLimits(acceptsEncodedBodies: true)).requests.first)
        #expect(request.body == Array("abc".utf8))
    }

    @Test func `a parsed HTTP request equals the sent request in method, target, header fields and body`() throws {
        let text = """
            POST /a/b%20c?x=1&y HTTP/1.1\r\nHost: a\r\nAccept:  text/plain \t\r\naccept: */*\r\nContent-Length: 4\r\n\r\nbody
            """
        let request = try #require(parse(text).requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/a/b%20c?x=1&y")
        #expect(request.headers == ["Host: a", "Accept: text/plain", "accept: */*", "Content-Length: 4"])
        #expect(request.body == Array("body".utf8))
    }

    @Test func `a chunked body is decoded to the data of all its chunks, and trailers are dropped`() throws {
        let text = """
            POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n
            """
        let request = try #require(parse(text).requests.first)
        #expect(String(decoding: request.body, as: UTF8.self) == "abc0123456789")
        #expect(request.headers == ["Host: a", "Transfer-Encoding: chunked"])
    }

    @Test func `pipelined requests are parsed one after the other`() {
        let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        let two = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        let parsed = parse(one + two + one)
        #expect(parsed.requests.map(\.target) == ["/1", "/2", "/1"])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x , Close\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: closed\r\n\r\n", true),
        ("GET / HTTP/1.0\r\n\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", false),
    ])
    func `a request's HTTP version and Connection field decide whether the connection stays open`(
        _ text: String, _ keepsAlive: Bool
    ) throws {
        #expect(try #require(parse(text).requests.first).keepsAlive == keepsAlive)
    }

    @Test func `an HTTP request whose parts have exactly their maximum sizes is accepted`() {
        let line = "GET /" + String(repeating: "a", count: 8_192 - 14) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(parse(line).refusal == nil)
        let fields = "GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "b", count: 32_768 - 9 - 5))\r\n\r\n"
        #expect(parse(fields).refusal == nil)
        let many = "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "A: b\r\n", count: 99))\r\n"
        #expect(parse(many).requests.first?.headers.count == 100)
        let body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n"
        #expect(parse(body + String(repeating: "b", count: 1_048_576)).requests.first?.body.count == 1_048_576)
        let extended =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "x", count: 255))\r\na\r\n0\r\n\r\n"
        #expect(parse(extended).refusal == nil)
    }

    @Test func `a request parser that has refused a request refuses all further input for the same reason`() {
        var parser = RequestParser()
        for text in ["GET / HTTP/1.1\r\nHos", "t: a/b\r\n", "\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let bytes = Array(text.utf8)
            unsafe bytes.withUnsafeBytes { buffer in
                var offset = 0
                switch parser.next(unsafe RawSpan(_unsafeBytes: buffer), at: &offset) {
                case .needMore: #expect(text.hasPrefix("GET / HTTP/1.1\r\nHos"))
                case .refuse(let refusal): #expect(refusal == .malformedHost)
                case .request, .head, .body, .end: Issue.record("something was parsed after the fault")
                }
            }
        }
    }
}
