import Endpoints
import JSON
import Testing

struct OpenAPITests {
    private let api = OpenAPI(title: "Sample", version: "1", description: "A sample.", servers: ["/"])
    private let operations = Sample.endpoints.map(\.operation)

    private func document() throws -> JSONValue { try JSONValue(parsing: api.document(operations)) }

    @Test func `the same operations give the same API description, byte for byte`() throws {
        #expect(try api.document(operations) == api.document(operations))
    }

    @Test func `the API description has every operation under its path and method`() throws {
        let paths = try #require(document()["paths"])
        for operation in operations {
            let described = paths[operation.path.text]?[operation.method.rawValue.lowercased()]
            #expect(described?["operationId"]?.string == operation.id)
            #expect(described?["responses"]?["\(operation.answers[0].status)"] != nil)
        }
        #expect(paths.members?.count == 4)
    }

    @Test func `no object in the API description has two members of the same name`() throws {
        #expect(throws: Never.self) { try JSONValue(parsing: api.document(operations), limits: .stored) }
    }

    @Test func `every component to which the API description refers exists, and only problem components may be unused`()
        throws
    {
        let document = try document()
        let components = try ["schemas", "responses", "parameters", "examples"].reduce(into: Set<String>()) {
            names, kind in
            for member in try #require(document["components"]?[kind]?.members) {
                names.insert("\(kind)/\(member.name)")
            }
        }
        let references = references(in: document)
        #expect(references.isSubset(of: components))
        // The API description has a component for each kind of problem. If several kinds share a status, an operation's
        // answer does not refer to the component of each of them, so a component of a problem may be unused.
        #expect(components.subtracting(references).allSatisfy { $0.hasSuffix("Problem") })
    }

    private func references(in value: JSONValue) -> Set<String> {
        if let elements = value.elements { return elements.reduce(into: []) { $0.formUnion(references(in: $1)) } }
        return (value.members ?? []).reduce(into: []) { found, member in
            if member.name == "$ref", let target = member.value.string {
                found.insert(target.split(separator: "/").suffix(2).joined(separator: "/"))
            }
            found.formUnion(references(in: member.value))
        }
    }

    @Test func `an operation has exactly the kinds of problem that follow from its endpoint's declaration`() throws {
        let change = try #require(operations.first { $0.id == "changeAppointment" })
        let kinds: Set<Problem.Kind> = [
            .malformedRequest, .requestTimeout, .uriTooLong, .expectationFailed, .headerFieldsTooLarge,
            .unauthenticated, .tokenExpired, .sessionEnded, .forbidden, .sessionLocked, .sessionRestricted, .areaClosed,
            .notFound,
            .contentTooLarge,
            .unsupportedMediaType, .contention, .outcomeUnknown, .idempotencyKeyReused, .answerNotKept,
            .preconditionRequired,
            .preconditionFailed, .tooManyRequests, .internalError, .unavailable,
        ]
        #expect(Set(change.allProblems) == kinds)
        let status = try #require(operations.first { $0.id == "getStatus" })
        #expect(
            Set(status.allProblems) == [
                .malformedRequest, .requestTimeout, .preconditionFailed, .contentTooLarge, .uriTooLong,
                .expectationFailed, .tooManyRequests,
                .headerFieldsTooLarge, .internalError, .unavailable,
            ])
    }

    @Test func `the API description contains an operation's roles, idempotency key and preconditions`() throws {
        let paths = try #require(document()["paths"])
        let change = try #require(paths["/api/v1/appointments/{appointment_id}"]?["patch"])
        #expect(change["x-roles"]?.elements?.compactMap(\.string) == ["receptionist", "admin"])
        let parameters = try #require(change["parameters"]?.elements)
        #expect(parameters[0]["name"]?.string == "appointment_id" && parameters[0]["required"]?.bool == true)
        #expect(
            parameters.dropFirst().map { $0["$ref"]?.string?.split(separator: "/").last } == [
                "RequiredIdempotencyKey", "IfMatch", "IfNoneMatch",
            ])
        let shared = try #require(document()["components"]?["parameters"])
        #expect(shared["RequiredIdempotencyKey"]?["required"]?.bool == true)
        #expect(shared["IfMatch"]?["required"]?.bool == false)
        let status = try #require(paths["/api/v1/status"]?["get"])
        #expect(status["security"]?.elements?.isEmpty == true)
        #expect(status["responses"]?["304"] != nil)
    }

    @Test func `an API description with two different schemas of the same name is refused`() {
        func endpoint(_ path: PathTemplate, _ codec: Codec<Int>) -> Operation {
            Endpoint<Int>(.get, path, id: path.text, summary: "", tag: "", for: .everybody, answers: [.ok(codec, "It")])
            { 1 }
            .operation
        }
        #expect(throws: DeclarationError.self) {
            try api.document([endpoint("/a", .int.named("A")), endpoint("/b", Codec.int(0...1).named("A"))])
        }
        #expect(throws: Never.self) {
            try api.document([endpoint("/a", .int.named("A")), endpoint("/b", .int.named("A"))])
        }
    }
}
