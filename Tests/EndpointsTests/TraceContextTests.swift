import Endpoints
import Testing

/// Tests the parsing and writing of the header field `traceparent` (W3C Trace Context §3.2 and §4).
@Suite struct TraceContextTests {
    static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    static let span = "00f067aa0ba902b7"
    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    @Test(arguments: [
        ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-00", false),
        // The flag for sampling in a `traceparent` field is read; its other flags are ignored.
        ("00-\(trace)-\(span)-02", false), ("00-\(trace)-\(span)-ff", true),
        ("00-\(zeros(31))1-\(zeros(15))1-00", false),
        ("00-1\(zeros(31))-1\(zeros(15))-01", true),
        (" 00-\(trace)-\(span)-01\t", true),
        // `traceparent` fields of a later version than 00, with and without additional content.
        ("01-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-00", false), ("fe-\(trace)-\(span)-01-", true),
        ("01-\(trace)-\(span)-01-what-the-future-will-be-like", true), ("cc-\(trace)-\(span)-01-Ä", true),
    ])
    func `a traceparent field that W3C Trace Context allows is parsed`(_ field: String, isSampled: Bool) throws {
        let context = try #require(TraceContext(Array(field.utf8)[...]))
        let parts = field.drop { $0 == " " }.split(separator: "-")
        #expect(context.traceID == parts[1])
        #expect(context.spanID == parts[2])
        #expect(context.isSampled == isSampled)
        #expect(context.text == "00-\(parts[1])-\(parts[2])-0\(isSampled ? 1 : 0)")
    }

    @Test(arguments: [
        "", "00", "-", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-0",
        "00-\(trace)-\(span)-001", "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-01,",
        "ff-\(trace)-\(span)-01", "ff-\(trace)-\(span)-01-more", "01-\(trace)-\(span)-01more",
        "01-\(trace)-\(span)-01.more", "01-\(trace)-\(span)-0", "0-\(trace)-\(span)-01", "000-\(trace)-\(span)-01",
        "0g-\(trace)-\(span)-01", "FE-\(trace)-\(span)-01", "00-\(trace.uppercased())-\(span)-01",
        "00-\(trace)-\(span.uppercased())-01", "00-\(trace)-\(span)-0A", "00-\(trace)-\(span)-0g",
        "00-\(zeros(32))-\(span)-01", "00-\(trace)-\(zeros(16))-01", "01-\(zeros(32))-\(span)-01",
        "00-\(trace.dropLast())-\(span)-01", "00-\(trace)0-\(span)-01", "00-\(trace)-\(span)0-01",
        "00-\(trace)-\(span.dropLast())-01", "00-\(trace.dropLast())g-\(span)-01", "00_\(trace)-\(span)-01",
        "00-\(trace)_\(span)-01", "00-\(trace)-\(span)_01", "00 \(trace) \(span) 01",
        "00-\(trace)-\(span)-01 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-+1",
        "00-+\(trace.dropFirst())-\(span)-01",
    ])
    func `a malformed traceparent field is not accepted`(_ field: String) {
        #expect(TraceContext(Array(field.utf8)[...]) == nil)
    }

    @Test func `a received trace is continued with its id and a new span id, and a new trace is not sampled`() throws {
        var generator = SystemRandomNumberGenerator()
        let given = try #require(TraceContext(Array("00-\(Self.trace)-\(Self.span)-01".utf8)[...]))
        let next = given.next(using: &generator)
        #expect(next.traceID == Self.trace)
        #expect(next.spanID != Self.span)
        #expect(next.isSampled)
        let new = TraceContext.new(using: &generator)
        #expect(new.traceID != Self.trace)
        #expect(!new.isSampled)
        for context in [next, new] { #expect(TraceContext(Array(context.text.utf8)[...]) == context) }
        var none = Zeros()
        #expect(TraceContext(Array(TraceContext.new(using: &none).text.utf8)[...]) != nil)
    }
}

private struct Zeros: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
}
