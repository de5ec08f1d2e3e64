import Endpoints
import Identifiers
import JSON
import Testing

struct PrepareTests {
    private let router: Router

    init() throws { router = try Router(Sample.endpoints.map(\.operation)) }

    /// Routes a request and decodes its inputs, as the server does.
    private func call(
        _ method: Endpoints.Method, _ target: String, as principal: Principal? = nil, body: String = "",
        fields: [String: String] = [:]
    ) throws -> Call<Sample.Action> {
        let parts = target.split(separator: "?", maxSplits: 1)
        guard case .found(let index, let arguments) = router.match(method, bytes(String(parts[0]))[...]) else {
            throw Problem.notFound
        }
        var fields = fields
        if !body.isEmpty, fields["content-type"] == nil { fields["content-type"] = "application/json" }
        let invocation = Invocation(
            arguments: arguments, query: parts.count > 1 ? bytes(String(parts[1]))[...] : [], body: bytes(body),
            principal: principal, field: { [fields] name in fields[name].map { bytes($0)[...] } })
        return try Sample.endpoints[index].prepare(invocation)
    }

    private func issues(_ problem: Problem?) throws -> [String] {
        let document = try JSONValue(parsing: #require(problem).bytes)
        return try (#require(document["errors"]?.elements)).map {
            "\($0["in"]?.string ?? "") \($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
        }
    }

    private let id = "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506"

    @Test func `an endpoint's handler receives its caller and its decoded inputs`() throws {
        let book = try call(.post, "/api/v1/appointments", as: principal(.patient), body: #"{"start":540}"#)
        #expect(book.action == .book(by: UUIDBytes(high: 3, low: 4), patient: nil, start: 540))
        #expect(book.idempotencyKey == nil)
        let show = try call(.get, "/api/v1/appointments/\(id.uppercased())", as: principal(.doctor))
        #expect(show.action == .show(try #require(ID(id))))
    }

    @Test(arguments: [
        (Role.patient, ["bookAppointment", "getAppointment", "listOwn", "getStatus"]),
        (.doctor, ["listAppointments", "getAppointment", "getStatus"]),
        (.admin, ["bookAppointment", "listAppointments", "getAppointment", "changeAppointment", "getStatus"]),
        (.receptionist, ["bookAppointment", "listAppointments", "getAppointment", "changeAppointment", "getStatus"]),
    ])
    func `each role can use the endpoints that are declared for it, and gets 403 from other endpoints`(
        role: Role, expected: [String]
    ) {
        let reached = Sample.endpoints.filter { endpoint in
            do throws(Problem) {
                _ = try endpoint.prepare(Invocation(arguments: PathArguments(), principal: principal(role)))
                return true
            } catch { return error.kind != .forbidden }
        }
        #expect(reached.map(\.operation.id) == expected)
    }

    @Test func `an endpoint that is not public answers 401 without a session, and 403 with a locked session`() throws {
        let none = #expect(throws: Problem.self) { try call(.get, "/api/v1/appointments/\(id)") }
        #expect(none?.kind == .unauthenticated && none?.fields.first?.name == "WWW-Authenticate")
        let locked = #expect(throws: Problem.self) {
            try call(.get, "/api/v1/appointments/\(id)", as: principal(.doctor, locked: true))
        }
        #expect(locked?.kind == .sessionLocked)
        #expect(try call(.get, "/api/v1/status").action == .status)
    }

    @Test(arguments: Restriction.allCases)
    func `a request with a restricted session is answered with 403 and the reason`(restriction: Restriction) throws {
        let problem = #expect(throws: Problem.self) {
            try call(.get, "/api/v1/appointments/\(id)", as: principal(.doctor, restricted: restriction))
        }
        #expect(problem?.kind == .sessionRestricted)
        let document = try JSONValue(parsing: #require(problem).bytes)
        #expect(document["reason"]?.string == restriction.rawValue)
    }

    @Test func `all problems of a request's inputs are reported together, without the inputs' texts`() throws {
        let problem = #expect(throws: Problem.self) {
            try call(
                .patch, "/api/v1/appointments/MARKER", as: principal(.admin),
                body: #"{"start":"MARKER","patient_id":7,"MARKER":1}"#,
                fields: ["idempotency-key": "a", "if-match": "\"3\""])
        }
        #expect(
            try issues(problem) == [
                "path /appointment_id bad_format", "body /patient_id wrong_type", "body /start wrong_type",
                "body  unknown_member",
            ])
        let document = try String(decoding: #require(problem).bytes, as: UTF8.self)
        #expect(!document.contains("MARKER"))
    }

    @Test(arguments: [
        ("status=booked,requested&q=M%C3%BCller+x&limit=7", "booked requested/Müller x/7"), ("", "/-/50"),
        ("&", "/-/50"),
        ("limit=200", "/-/200"),
    ])
    func `a request's query parameters are decoded, and absent ones get their defaults`(
        query: String, expected: String
    ) throws {
        let action = try call(.get, "/api/v1/appointments?\(query)", as: principal(.doctor)).action
        guard case .list(let status, let text, let page) = action else { throw Problem.notFound }
        #expect("\(status.map(\.rawValue).joined(separator: " "))/\(text ?? "-")/\(page.limit)" == expected)
    }

    @Test(arguments: [
        ("limit=0", "query /limit too_small"), ("limit=201", "query /limit too_large"),
        ("limit=x", "query /limit wrong_type"),
        ("limit=1&limit=2", "query /limit repeated_parameter"), ("sort=x", "query  unknown_parameter"),
        ("q=%", "query  bad_encoding"), ("q=%ff", "query  bad_encoding"), ("q=", "query /q too_short"),
        ("q=a%00", "query /q control_character"), ("status=booked,", "query /status not_allowed"),
        ("cursor=x", "query /cursor bad_cursor"), ("cursor=", "query /cursor bad_cursor"),
    ])
    func `a request with an undeclared or invalid query parameter is refused`(query: String, expected: String) throws {
        let problem = #expect(throws: Problem.self) {
            try call(.get, "/api/v1/appointments?\(query)", as: principal(.doctor))
        }
        #expect(problem?.status == 400)
        #expect(try issues(problem) == [expected])
    }

    @Test func `a cursor says at which entry a page of a list begins, and a cursor with malformed values gets 400`()
        throws
    {
        let cursor = Cursor(["17", id])
        let action = try call(.get, "/api/v1/appointments?cursor=\(cursor.text)", as: principal(.doctor)).action
        #expect(action == .list(status: [], query: nil, page: Page(limit: 50, after: cursor)))
        for forged in [Cursor(["17"]), Cursor(["x", id]), Cursor(["17", "x"]), Cursor(["17", id, ""])] {
            let problem = #expect(throws: Problem.self) {
                try call(.get, "/api/v1/appointments?cursor=\(forged.text)", as: principal(.doctor))
            }
            #expect(problem?.status == 400)
        }
    }

    @Test func `a request body of another media type than JSON gets 415, and one with invalid JSON gets 400`() throws {
        let types = [
            ("application/json", 0), ("Application/JSON; charset=UTF-8", 0), ("application/json;charset=\"utf-8\"", 0),
            ("text/json", 415), ("application/json; charset=latin1", 415), ("application/jsonp", 415), ("", 415),
        ]
        for (type, status) in types {
            var answer = 0
            do {
                _ = try call(
                    .post, "/api/v1/appointments", as: principal(.patient), body: #"{"start":1}"#,
                    fields: ["content-type": type])
            } catch let problem as Problem { answer = problem.status }
            #expect(answer == status, "\(type)")
        }
        for body in ["", "{", "[]", #"{"start":1}x"#, #"{"start":1,"start":2}"#, "{\"start\":\"\u{0}\"}"] {
            let problem = #expect(throws: Problem.self) {
                try call(
                    .post, "/api/v1/appointments", as: principal(.patient), body: body,
                    fields: ["content-type": "application/json"])
            }
            #expect(problem?.status == 400)
        }
    }

    @Test func `a request without a required body is refused, and the problem document says how to send one`() throws {
        for fields in [["content-type": "application/json"], [:]] {
            let problem = #expect(throws: Problem.self) {
                try call(.post, "/api/v1/appointments", as: principal(.patient), fields: fields)
            }
            #expect(problem?.status == 400)
            #expect(try issues(problem) == ["body  missing"])
            let text = try String(decoding: #require(problem).bytes, as: UTF8.self)
            #expect(text.contains("the request has no body; send JSON, with Content-Type: application/json"))
        }
    }

    @Test func `a request that would be refused with any body is refused before its body arrives`() throws {
        let path = "/api/v1/appointments"
        guard case .found(let index, let arguments) = router.match(.post, bytes(path)[...]) else {
            throw Problem.notFound
        }
        func refusal(_ principal: Principal?, _ type: String) -> Int? {
            Sample.endpoints[index].refusalWithoutBody(
                Invocation(
                    arguments: arguments, query: [], principal: principal,
                    field: { $0 == "content-type" ? bytes(type)[...] : nil }))?.status
        }
        #expect(refusal(nil, "application/json") == 401)
        #expect(refusal(principal(.patient), "text/plain") == 415)
        #expect(refusal(principal(.patient), "application/json") == nil)
    }

    @Test func `a missing or malformed idempotency key is refused, and a stale If-Match is answered with 412`() throws {
        let target = "/api/v1/appointments/\(id)"
        func change(_ fields: [String: String]) throws -> Call<Sample.Action> {
            try call(.patch, target, as: principal(.admin), body: #"{"start":1}"#, fields: fields)
        }
        let noKey = #expect(throws: Problem.self) { try change(["if-match": "\"1\""]) }
        #expect(noKey?.status == 428)
        let badCondition = #expect(throws: Problem.self) { try change(["idempotency-key": "k", "if-match": "1"]) }
        #expect(try issues(badCondition) == ["header /If-Match bad_format"])
        let badKey = #expect(throws: Problem.self) { try change(["idempotency-key": "", "if-match": "*"]) }
        #expect(try issues(badKey) == ["header /Idempotency-Key bad_format"])
        let made = try change(["idempotency-key": "\"k 1\"".replacing(" ", with: "-"), "if-match": "\"1\""])
        #expect(made.idempotencyKey?.text == "k-1")
        guard case .change(_, let condition) = made.action else { throw Problem.notFound }
        #expect(throws: Never.self) { try condition.check(version: 1) }
        let stale = #expect(throws: Problem.self) { try condition.check(version: 2) }
        #expect(stale?.status == 412)
    }

    @Test func `the function map converts an endpoint's action and keeps the endpoint's operation`() throws {
        let mapped = Sample.endpoints[5].map { "\($0)" }
        #expect(try mapped.prepare(Invocation(arguments: PathArguments())).action == "status")
        #expect(mapped.operation.id == "getStatus")
    }
}
