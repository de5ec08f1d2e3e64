import Endpoints
import Identifiers
import JSON
import Testing

struct RouterTests {
    private let router: Router

    init() throws { router = try Router(Sample.endpoints.map(\.operation)) }

    private func found(_ method: Endpoints.Method, _ path: String) -> String {
        switch router.match(method, bytes(path)[...]) {
        case .found(let index, _): Sample.endpoints[index].operation.id
        case .options(let allow): "options \(allow)"
        case .methodNotAllowed(let allow): "405 \(allow)"
        case .notFound: "404"
        }
    }

    @Test(arguments: [
        (Endpoints.Method.get, "/api/v1/appointments", "listAppointments"),
        (.post, "/api/v1/appointments", "bookAppointment"),
        (.get, "/api/v1/appointments/0192", "getAppointment"),
        (.head, "/api/v1/appointments/0192", "getAppointment"),
        (.get, "/api/v1/appointments/mine", "listOwn"),
        (.patch, "/api/v1/appointments/mine", "changeAppointment"),
        (.get, "/api/v1/app%6Fintments/mine", "listOwn"),
        (.delete, "/api/v1/appointments", "405 GET, HEAD, POST, OPTIONS"),
        (.delete, "/api/v1/appointments/mine", "405 GET, HEAD, PATCH, OPTIONS"),
        (.options, "/api/v1/status", "options GET, HEAD, OPTIONS"),
        (.get, "/api/v1/appointments/", "404"), (.get, "/api/v1/appointments/a/b", "404"), (.get, "/", "404"),
        (.get, "", "404"), (.get, "/api/v1/Appointments", "404"), (.get, "/api/v1", "404"),
        (.get, "/api%2Fv1/status", "404"),
        (.get, "//api/v1/status", "404"), (.get, "/api/v1/status%", "404"), (.get, "*", "404"),
        (.options, "*", "options GET, HEAD, POST, PATCH, OPTIONS"),
    ])
    func `the router finds an operation, or gives 404 for an unknown path and 405 for a method that the path lacks`(
        method: Endpoints.Method, path: String, expected: String
    ) {
        #expect(found(method, path) == expected)
    }

    @Test func `the router matches a path that is a slice of a longer byte array`() throws {
        let line = bytes("GET /api/v1/appointments/0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506 HTTP/1.1")
        guard case .found(let index, let arguments) = router.match(.get, line[4..<(line.count - 9)]) else {
            Issue.record("not found")
            return
        }
        let action = try Sample.endpoints[index].prepare(
            Invocation(arguments: arguments, principal: principal(.doctor))
        ).action
        #expect(action == .show(try #require(ID("0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506"))))
    }

    @Test func `a router refuses two operations with the same method and path, and an undeclared path parameter`()
        throws
    {
        let operations = Sample.endpoints.map(\.operation)
        #expect(throws: DeclarationError.self) { try Router(operations + [operations[0]]) }
        let same = Endpoint<Int>(
            .get, "/api/v1/appointments/{other}", id: "other", summary: "", tag: "", for: Staff.self,
            takes: .path("other", .uuid), answers: [.noContent("Nothing")]
        ) { _, _ in 1 }
        #expect(throws: DeclarationError.self) { try Router(operations + [same.operation]) }
        let undeclared = Endpoint<Int>(
            .get, "/x/{id}", id: "x", summary: "", tag: "", for: Staff.self, answers: [.noContent("Nothing")]
        ) { _ in 1 }
        #expect(throws: DeclarationError.self) { try Router([undeclared.operation]) }
    }
}
