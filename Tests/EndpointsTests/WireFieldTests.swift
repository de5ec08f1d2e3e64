import Endpoints
import Testing

@Suite struct WireFieldTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(arguments: [
        (["gzip"], true), (["deflate, gzip;q=0.5"], true), (["br", "GZIP ; q=1"], true), (["*"], true),
        (["x-gzip"], true), ([], false), ([""], false), (["identity"], false), (["gzip;q=0"], false),
        (["gzip;q=0.000, *"], false), (["*;q=0"], false), (["br;q=1, *;q=0.1"], true), (["gzipped"], false),
    ])
    func `an answer may be compressed with gzip if the client accepts gzip or every encoding`(
        _ values: [String], _ isTaken: Bool
    ) {
        #expect(AcceptEncoding.takesGzip(values) == isTaken)
    }

    @Test func `a request id is accepted if it has 1 to 64 letters, digits, hyphens, underscores and dots`() {
        for text in ["a", "0192-AB_c.d", String(repeating: "x", count: 64)] {
            #expect(RequestID(bytes(text))?.description == text)
        }
        for text in ["", "a b", "a\nb", "ä", "\"", "{}", String(repeating: "x", count: 65)] {
            #expect(RequestID(bytes(text)) == nil)
        }
    }

    @Test func `a request keeps the request id that was sent with it, and otherwise gets the id of its trace`() {
        var generator = SystemRandomNumberGenerator()
        var trace = TraceContext.new(using: &generator)
        #expect(trace.requestID.description == trace.traceID)
        trace.givenRequestID = RequestID(bytes("from-the-proxy"))
        #expect(trace.requestID.description == "from-the-proxy")
        #expect(RequestID.random(using: &generator).description.utf8.count == 32)
    }

    @Test func `the entity tag of a compressed answer matches the uncompressed answer's entity tag`() throws {
        let condition = try #require(EntityTagCondition(bytes(#""17-abc-gzip", W/"8-gzip""#)))
        #expect(condition.matchesStrongly(EntityTag("17-abc")))
        #expect(condition.matchesWeakly(EntityTag(version: 17, shownAs: "abc")))
        // The server adds the suffix -gzip to a compressed answer's strong tag only. A weak tag is the same for both
        // answers, so -gzip in a weak tag is a part of the tag.
        #expect(!condition.matchesWeakly(EntityTag("8", isWeak: true)))
    }
}
