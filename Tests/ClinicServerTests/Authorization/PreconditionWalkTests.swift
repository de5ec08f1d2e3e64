import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import TestSupport
import Testing

/// Tests `If-Match` and `If-None-Match` at every endpoint that answers with an `ETag` (RFC 9110 §13). The authorization
/// matrix tests that the list of these endpoints is complete.
@Suite(.database(.demo)) struct PreconditionWalkTests {
    private static let tagged = ServerAPI.operations.filter(\.hasETag)

    @Test func `every endpoint that answers with an ETag honours If-Match and If-None-Match`() async throws {
        try await Practice.open { practice in
            let walk = try await AuthorizationMatrix(practice)
            for operation in Self.tagged where !operation.isSafe { try await expectStaleWriteRefused(operation, walk) }
            for operation in Self.tagged where operation.isSafe { try await expectReadOnConditions(operation, walk) }
            for operation in Self.tagged where Self.changesWhatIsThere(operation) {
                let answer = try await walk.ask(operation, ["If-Match": "*"])
                #expect([200, 403, 409].contains(answer.status), "\(operation.id): \(answer.status)")
            }
        }
    }

    /// Whether an endpoint changes an existing entity. The endpoints for guardians do not: appointing a guardian
    /// creates an entity.
    private static func changesWhatIsThere(_ operation: Operation) -> Bool {
        !operation.isSafe && operation.answers.first?.status == 200 && operation.tag != "Guardians"
    }

    private func expectStaleWriteRefused(_ operation: Operation, _ walk: AuthorizationMatrix) async throws {
        for stale in ["\"0\"", "\"0\", \"0-cafe\"", "W/\"0\""] {
            let answer = try await walk.ask(operation, ["If-Match": stale])
            #expect(answer.status == 412, "\(operation.id), If-Match \(stale): \(answer.status)")
            #expect(answer.problem == "precondition-failed")
        }
        if Self.changesWhatIsThere(operation) {
            let answer = try await walk.ask(operation, ["If-None-Match": "*"])
            #expect(answer.status == 412, "\(operation.id), If-None-Match *: \(answer.status)")
        }
        for field in ["If-Match", "If-None-Match"] {
            let unreadable = try await walk.ask(operation, [field: "0"])
            #expect(unreadable.status == 400, "\(operation.id), \(field) without quotation marks")
        }
    }

    private func expectReadOnConditions(_ operation: Operation, _ walk: AuthorizationMatrix) async throws {
        let plain = try await walk.ask(operation, [:])
        #expect(plain.status == 200, "\(operation.id): \(plain.status)")
        let tag = try #require(plain.fields["etag"], "\(operation.id)")
        let isWeak = tag.hasPrefix("W/")
        let expected: [(field: String, value: String, status: Int)] = [
            ("If-None-Match", tag, 304), ("If-None-Match", "*", 304), ("If-None-Match", ", \"x\",, \(tag) ,", 304),
            ("If-None-Match", isWeak ? String(tag.dropFirst(2)) : "W/\(tag)", 304), ("If-None-Match", "\"x\"", 200),
            ("If-Match", "*", 200), ("If-Match", "\"x\"", 412), ("If-Match", tag, isWeak ? 412 : 200),
            ("If-Match", isWeak ? tag : "W/\(tag)", 412), ("If-Match", "x", 400),
        ]
        for (field, value, status) in expected {
            let answer = try await walk.ask(operation, [field: value])
            #expect(answer.status == status, "\(operation.id), \(field): \(value) is \(answer.status)")
        }
        let both = try await walk.ask(operation, ["If-Match": "\"x\"", "If-None-Match": tag])
        #expect(both.status == 412, "\(operation.id): If-Match comes first")
    }

    @Test func `every endpoint that changes an entity with an ETag is declared to answer with an ETag`() {
        let entities = ServerAPI.operations.filter { $0.method == .get && $0.hasETag && $0.path.text.hasSuffix("}") }
        #expect(entities.count > 3)
        for operation in ServerAPI.operations where !operation.isSafe {
            let isOfOne = entities.contains {
                operation.path.text == $0.path.text || operation.path.text.hasPrefix($0.path.text + "/")
            }
            // The operations that return signed links change no entity.
            let signs = ["makeVisitLink", "linkFile", "linkOwnFile", "linkDocument"].contains(operation.id)
            if isOfOne, !signs { #expect(operation.hasETag, "\(operation.id)") }
        }
    }

    @Test
    func `a change based on an older version of a chair, service, staff member or setting is refused`()
        async throws
    {
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            for change in try await Change.all(admin) {
                let seen = try #require(try await admin.get(change.read).fields["etag"], "\(change.path)")
                let first = try await admin.send("PUT", change.path, change.first, ["If-Match": seen])
                #expect(first.status == 200, "\(change.path): \(String(decoding: first.body, as: UTF8.self))")
                let second = try await admin.send("PUT", change.path, change.second, ["If-Match": seen])
                #expect(second.status == 412, "\(change.path)")
                #expect(try second.integer("version") == first.integer("version"))
                let now = try #require(first.fields["etag"])
                #expect(try await admin.get(change.read).fields["etag"] == now, "\(change.path)")
                #expect(try await admin.send("PUT", change.path, change.second, ["If-Match": now]).status == 200)
            }
        }
    }

    @Test func `if two changes of the same version of an entity arrive at once, one gets 412`() async throws {
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            for change in try await Change.all(admin) {
                let seen = try #require(try await admin.get(change.read).fields["etag"])
                async let one = admin.send("PUT", change.path, change.first, ["If-Match": seen])
                async let other = admin.send("PUT", change.path, change.second, ["If-Match": seen])
                let statuses = try await [one.status, other.status].sorted()
                #expect(statuses == [200, 412], "\(change.path)")
            }
        }
    }

    @Test func `a change repeated with the same Idempotency-Key and If-Match gets the first answer again, and not 412`()
        async throws
    {
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let change = try #require(try await Change.all(admin).first)
            let seen = try #require(try await admin.get(change.read).fields["etag"])
            let fields = ["If-Match": seen, "Idempotency-Key": newKey()]
            let first = try await admin.send("PUT", change.path, change.first, fields)
            #expect(first.status == 200)
            let again = try await admin.send("PUT", change.path, change.first, fields)
            #expect(again.status == 200 && again.body == first.body)
        }
    }

    @Test func `several If-Match header fields are read as one list`() async throws {
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let change = try #require(try await Change.all(admin).first)
            let seen = try #require(try await admin.get(change.read).fields["etag"])
            func put(_ lines: [String]) async throws -> Int {
                let token = try #require(admin.token)
                let head =
                    "PUT /api/v1/\(change.path) HTTP/1.1\r\nHost: clinic.example\r\nConnection: close\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                    + lines.map { "If-Match: \($0)\r\n" }.joined()
                    + "Content-Length: \(change.first.utf8.count)\r\n\r\n\(change.first)"
                return try await exchange(Array(head.utf8), with: practice.port, on: practice.wire).status
            }
            #expect(try await put(["\"0\"", "\"1\""]) == 412)
            #expect(try await put([seen, "*"]) == 400)
            #expect(try await put(["\"0\"", "", ", \(seen),"]) == 200)
        }
    }
}

/// An entity, and the bodies of two different changes of it by the same endpoint.
private struct Change {
    /// The path for reading the entity that a request changes.
    let read: String
    let path: String
    let first: String
    let second: String

    static func all(_ admin: App) async throws -> [Change] {
        let mark = newKey().prefix(8)
        let chair = try await admin.post("chairs", #"{"name":"Chair \#(mark)"}"#).text("id")
        func service(_ name: String) -> String {
            """
            {"code":"\(mark)","name":"\(name) \(mark)","duration_minutes":15,"price":{"amount":5000,"currency":"EUR"}}
            """
        }
        let polish = try await admin.post("services", service("Polish")).text("id")
        let person = try await admin.post("staff", #"{"name":"Ida \#(mark)","role":"receptionist"}"#).text("id")
        return [
            Change(
                read: "chairs/\(chair)", path: "chairs/\(chair)", first: #"{"name":"Left \#(mark)"}"#,
                second: #"{"name":"Right \#(mark)"}"#),
            Change(
                read: "services/\(polish)", path: "services/\(polish)", first: service("Shine"),
                second: service("Gloss")),
            Change(
                read: "staff/\(person)", path: "staff/\(person)",
                first: #"{"name":"Ada \#(mark)","role":"receptionist"}"#,
                second: #"{"name":"Eva \#(mark)","role":"receptionist"}"#),
            Change(
                read: "clinic/settings", path: "clinic/profile", first: #"{"name":"Spree \#(mark)"}"#,
                second: #"{"name":"Havel \#(mark)"}"#),
        ]
    }
}
