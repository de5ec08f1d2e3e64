import HTTPServer
import Testing

/// Tests the conversion of HTTP/2 request heads and the refusal of invalid ones.
@Suite struct HTTP2HeadTests {
    private static let plain = [
        (":method", "GET"), (":scheme", "https"), (":path", "/a?b=c"), (":authority", "clinic"),
    ]

    private func read(_ fields: [(String, String)], _ limits: ParserLimits = ParserLimits()) throws(Refusal)
        -> HTTPRequest
    {
        var head = HTTP2Head()
        for (name, value) in fields {
            let (name, value) = (Array(name.utf8), Array(value.utf8))
            unsafe head.add(name.span.bytes, value.span.bytes, limits)
        }
        return try head.request(limits).request
    }

    @Test func `an HTTP 2 request head is decoded to the same request as in HTTP/1.1`() throws {
        let request = try read(Self.plain + [("accept", "*/*"), ("x-a", " b ")])
        #expect(request.method == .get)
        #expect(request.target == "/a?b=c")
        #expect(request.headers["host"] == "clinic")
        #expect(request.headers.pairs.map(\.name) == ["Host", "accept", "x-a"])
        #expect(request.headers["x-a"] == "b")
    }

    @Test func `an HTTP 2 Host field that differs from the authority is refused`() throws {
        #expect(try read(Self.plain + [("host", "CLINIC")]).headers.count == 1)
        #expect(try read(Self.plain.dropLast() + [("host", "clinic")]).headers["host"] == "clinic")
        #expect(throws: Refusal.targetDiffersFromHost) { try read(Self.plain + [("host", "other")]) }
        #expect(throws: Refusal.hostMissing) { try read(Self.plain.dropLast()) }
    }

    @Test(arguments: [
        (":method", "GET / HTTP/1.1\r\nX: y\r\n\r\nGET", Refusal.malformedMethod),
        (":method", "", .malformedMethod),
        (":method", "TRACE", .methodNotServed), (":method", "get", .methodUnknown),
        (":path", "/ HTTP/1.1\r\nX: y", .forbiddenByteInTarget), (":path", "/a b", .forbiddenByteInTarget),
        (":path", "", .malformedRequestLine), (":path", "a", .malformedTarget), (":path", "/a/../b", .dotSegment),
        (":path", "/a%00", .forbiddenPercentEncoding), (":path", "/a#b", .forbiddenByteInTarget),
        (":path", "https://other/", .targetDiffersFromHost), (":authority", "a\r\nX: y", .malformedHost),
        (":authority", "user@a", .malformedHost), (":authority", "", .malformedHost),
        ("x-a", "b\r\nX: y", .controlCharacterInValue), ("x-a", "b\0", .controlCharacterInValue),
        ("x-a: b\r\nx", "y", .malformedFieldName), ("", "a", .malformedFieldName), ("x a", "b", .malformedFieldName),
        ("content-length", "+1", .malformedContentLength), ("content-length", "1, 1", .malformedContentLength),
        ("expect", "tea", .expectationUnknown),
    ])
    func `an HTTP 2 request head that HTTP/1.1 would not allow is refused`(
        name: String, value: String, refusal: Refusal
    ) {
        var fields = Self.plain
        if let index = fields.firstIndex(where: { $0.0 == name }) {
            fields[index].1 = value
        } else {
            fields.append((name, value))
        }
        #expect(throws: refusal) { try read(fields) }
    }

    @Test func `an HTTP 2 header list is limited in fields and in bytes, with 32 additional bytes per field`()
        throws
    {
        var limits = ParserLimits()
        limits.fieldBytes = 1_000
        limits.fieldCount = 10
        let fields = (1...9).map { ("x-\($0)", "") }
        #expect(try read(Self.plain + fields, limits).headers.count == 10)
        #expect(throws: Refusal.tooManyFields) { try read(Self.plain + fields + [("x", "")], limits) }
        #expect(throws: Refusal.fieldsTooLarge) {
            try read(Self.plain + [("x", String(repeating: "a", count: 900))], limits)
        }
    }
}
