import Endpoints
import Testing

struct FieldTests {
    @Test(arguments: [
        ("abc", "abc"), ("\"abc\"", "abc"), (#""a\"b\\c""#, #"a"b\c"#),
        (" 8e03978e-40d5-43dd-bc93 ", "8e03978e-40d5-43dd-bc93"),
        ("a\"b", "a\"b"), (String(repeating: "x", count: 255), String(repeating: "x", count: 255)),
        ("", nil), ("\"\"", nil), ("\"", nil), ("\"a", nil), ("\"a\"b\"", nil), (#""a\b""#, nil), (#""a\""#, nil),
        ("a b", nil),
        ("ä", nil), ("\"a b\"", nil), (String(repeating: "x", count: 256), nil),
    ])
    func `an Idempotency-Key of 1 to 255 visible ASCII characters is accepted, quoted or not`(
        field: String, expected: String?
    ) {
        #expect(IdempotencyKey(bytes(field)[...])?.text == expected)
    }

    @Test(arguments: [
        ("*", "*"), ("\"1\"", "\"1\""), ("W/\"1\"", "W/\"1\""), ("\"1\" , W/\"x\",\"\"", "\"1\" W/\"x\" \"\""),
        ("\"a,b\"", "\"a,b\""), ("\"1\",", "\"1\""), (" , ,\"1\",, \"2\" ,", "\"1\" \"2\""), ("1", nil), ("\"1", nil),
        ("\"1\" \"2\"", nil), ("", nil),
        ("*,\"1\"", nil),
        ("w/\"1\"", nil), (",", nil), ("\"a b\"", nil),
    ])
    func `the entity tags of If-Match and If-None-Match are parsed as RFC 9110 says`(field: String, expected: String?) {
        let text: String? =
            switch EntityTagCondition(bytes(field)[...]) {
            case .any: "*"
            case .tags(let tags): tags.map(\.text).joined(separator: " ")
            case nil: nil
            }
        #expect(text == expected)
    }

    @Test func `entity tags of the same value match weakly, and strongly only if neither of them is weak`() throws {
        let condition = try #require(EntityTagCondition(bytes("W/\"1\", \"2\"")[...]))
        let (one, two, three) = (EntityTag(version: 1), EntityTag(version: 2), EntityTag(version: 3))
        #expect([one, two, three].map(condition.matchesWeakly) == [true, true, false])
        #expect([one, two, three].map(condition.matchesStrongly) == [false, true, false])
        #expect(!condition.matchesStrongly(EntityTag("2", isWeak: true)))
        #expect(EntityTagCondition.any.matchesWeakly(three) && EntityTagCondition.any.matchesStrongly(three))
    }

    @Test(
        arguments: [
            ("\"17\"", nil, [true, false, false]), ("\"170\"", nil, [false, true, false]),
            ("\"17-c0ffee\"", nil, [true, false, false]),
            ("W/\"17\"", nil, [false, false, false]), ("*", nil, [true, true, false]),
            (nil, "\"17\"", [false, true, true]), (nil, "W/\"17-c0ffee\"", [false, true, true]),
            (nil, "*", [false, false, true]), ("\"17\"", "\"17\"", [false, false, false]),
            (nil, nil, [true, true, true]),
        ] as [(String?, String?, [Bool])])
    func `the header fields If-Match and If-None-Match decide which version of an entity a change may replace`(
        ifMatch: String?, ifNoneMatch: String?, permitted: [Bool]
    ) throws {
        let conditions = try Preconditions(isSafe: false) { name in
            (name == "if-match" ? ifMatch : ifNoneMatch).map { bytes($0)[...] }
        }
        // Check the header fields' conditions with an entity of version 17, with one of version 170, and without an
        // entity (`nil`).
        #expect([17, 170, nil].map { conditions.permit(version: $0) } == permitted)
    }

    @Test(
        arguments: [
            ("wait=25", 25), ("wait=1", 1), (" WAIT = 7 ", 7), ("respond-async, wait=10", 10), ("wait=\"5\"", 5),
            ("wait=5; x=\"a,b\", wait=9", 5), ("x=\"wait=3, wait=4\", wait=9", 9), ("x=\"a\\\",wait=3\", wait=9", 9),
            ("wait=26", 25), ("wait=99999999999999999999999999", 25), ("wait=007", 7),
            ("", nil), ("wait", nil), ("wait=", nil), ("wait=0", nil), ("wait=-1", nil), ("wait=1.5", nil),
            ("wait=x, wait=5", nil), ("waiting=5", nil), ("wait:5", nil), (",;,=", nil), ("x;wait=5", nil),
        ] as [(String, Int?)])
    func `the wait in a Prefer field is parsed as whole seconds, and a wait of more than 25 seconds is reduced to 25`(
        field: String, expected: Int?
    ) {
        #expect(WaitPreference(bytes(field)[...])?.seconds == expected)
    }

    @Test(arguments: [
        ("Bearer abc.def-_~+/=", "abc.def-_~+/="), ("bearer  x", "x"), ("Basic abc", nil), ("Bearer ", nil),
        ("Bearer", nil),
        ("Bearer a b", nil), ("Bearer a,b", nil), ("", nil),
    ])
    func `an Authorization field with the scheme Bearer must have exactly one token`(field: String, expected: String?) {
        #expect(BearerToken.parse(bytes(field)[...]) == expected)
    }
}
