import JSON
import Testing

struct ObjectCodecTests {
    private let text = """
        {"id":"0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506","patient_id":"0192f3a4-b5c6-7000-8000-000000000001",\
        "name":"Zoë Ångström","channel":"desk","span":{"start":540,"end":570},"price":12500,"ratio":0.25,\
        "urgent":true,"note":"first visit","service_ids":["01920000-0000-7000-8000-000000000002"]}
        """

    @Test func `an object codec writes members in the order of its fields, and decodes them`() throws {
        #expect(String(decoding: Booking.codec.bytes(.sample), as: UTF8.self) == text)
        #expect(try Booking.codec.decode(parsing: bytes(text)) == .sample)
    }

    @Test func `an object codec decodes members in any order`() throws {
        let members = try #require(JSONValue(parsing: bytes(text)).members)
        for shift in members.indices {
            let turned = members[shift...] + members[..<shift]
            let value = JSONValue.object(turned.map { ($0.name, $0.value) })
            #expect(try Booking.codec.decode(value) == .sample)
            #expect(try Booking.codec.decode(.object(turned.reversed().map { ($0.name, $0.value) })) == .sample)
        }
    }

    @Test func `an optional JSON member may be absent or null, and is not written without a value`() throws {
        let value = try JSONValue(parsing: bytes(text))
        var expected = Booking.sample
        expected.note = nil
        #expect(try Booking.codec.decode(value.removing("note")) == expected)
        #expect(try Booking.codec.decode(value.setting("note", to: .null)) == expected)
        #expect(!String(decoding: Booking.codec.bytes(expected), as: UTF8.self).contains("note"))
    }

    @Test func `an absent JSON member is decoded as its default value`() throws {
        let value = try JSONValue(parsing: bytes(text)).removing("urgent")
        #expect(try Booking.codec.decode(value).urgent == false)
    }

    @Test func `an unknown JSON member is refused in requests and ignored in stored documents`() throws {
        let value = try JSONValue(parsing: bytes(text)).setting("extra", to: .bool(true))
        #expect(throws: DecodingProblem.self) { try Booking.codec.decode(value) }
        #expect(try Booking.codec.decode(value, unknownMembers: .ignored) == .sample)
    }

    @Test func `all problems of a JSON document are reported together, with JSON pointers and without values`() throws {
        let value = try JSONValue(parsing: bytes(text))
            .removing("price")
            .setting("name", to: .string(""))
            .setting("span", to: .object([("start", .integer(7)), ("end", .string("SECRET"))]))
            .setting("service_ids", to: .array([.string("SECRET"), .integer(4)]))
            .setting("SECRET", to: .null)
        let problem = try #require(throws: DecodingProblem.self) { try Booking.codec.decode(value) }
        #expect(
            problem.issues.map { "\($0.pointer) \($0.code)" } == [
                "/name too_short", "/span/end wrong_type", "/price missing", "/service_ids/0 bad_format",
                "/service_ids/1 wrong_type", " unknown_member",
            ])
        #expect(!"\(problem)".contains("SECRET"))
    }

    @Test func `a JSON object whose members contradict one another is refused with its JSON pointer`() throws {
        let value = try JSONValue(parsing: bytes(text))
            .setting("span", to: .object([("start", .integer(10)), ("end", .integer(10))]))
        let problem = try #require(throws: DecodingProblem.self) { try Booking.codec.decode(value) }
        #expect(problem.pointer == "/span" && problem.code == "empty_span")
    }

    @Test(arguments: [
        (Price.free, #"{"type":"free"}"#), (.fixed(12), #"{"type":"fixed","amount":12}"#),
        (.range(Span2(start: 1, end: 2)), #"{"type":"range","start":1,"end":2}"#),
    ])
    func `a tagged union is encoded with its kind as the first member`(price: Price, text: String) throws {
        #expect(Price.codec.bytes(price) == bytes(text))
        #expect(try Price.codec.decode(parsing: bytes(text)) == price)
    }

    @Test func `a tagged union's kind may be at any position, and the other members must belong to that kind`() throws {
        #expect(try Price.codec.decode(parsing: bytes(#"{"amount":3,"type":"fixed"}"#)) == .fixed(3))
        #expect(
            try Price.codec.decode(parsing: bytes(#"{"start":1,"type":"range","end":2}"#))
                == .range(.init(start: 1, end: 2)))
        for text in [#"{"type":"free","amount":3}"#, #"{"amount":3}"#, #"{"type":"odd"}"#, #"{"type":1}"#, "[]"] {
            #expect(throws: DecodingProblem.self) { try Price.codec.decode(parsing: bytes(text)) }
        }
    }
}
