import Endpoints
import JSON
import Testing

struct OpenAPIExampleTests {
    /// Returns the given endpoint's operation as an API's description has it. The API has only this endpoint, and
    /// `examples` are its examples as JSON.
    private func described(_ endpoint: Endpoint<Sample.Action>, _ examples: String = "{}") throws -> JSONValue {
        let api = OpenAPI(
            title: "Sample", version: "1", description: "A sample.", servers: ["/"],
            examples: try OperationExamples([bytes(examples)]))
        let document = try JSONValue(parsing: api.document([endpoint.operation]))
        let operation = endpoint.operation
        return try #require(document["paths"]?[operation.path.text]?[operation.method.rawValue.lowercased()])
    }

    @Test func `the API description places an operation's examples at parameters, body, answer and header fields`()
        throws
    {
        let operation = try described(
            Sample.endpoints[0],
            #"""
            {"bookAppointment":[{"name":"patient","summary":"A patient books",
            "request":{"headers":{"Idempotency-Key":"key-1"},"body":{"start":540}},
            "response":{"status":201,"headers":{"Location":"/api/v1/appointments/7"},"body":{"id":"7"}}}]}
            """#)
        let asked = operation["requestBody"]?["content"]?["application/json"]?["examples"]?["patient"]
        #expect(asked?["summary"]?.string == "A patient books")
        #expect(asked?["value"]?["start"]?.integer == 540)
        let answer = operation["responses"]?["201"]
        #expect(answer?["content"]?["application/json"]?["examples"]?["patient"]?["value"]?["id"]?.string == "7")
        #expect(answer?["headers"]?["Location"]?["example"]?.string == "/api/v1/appointments/7")
        #expect(try described(Sample.endpoints[0])["requestBody"]?["content"]?["application/json"]?["examples"] == nil)
    }

    @Test func `the API description shows a list parameter's example as a list`() throws {
        let operation = try described(
            Sample.endpoints[1],
            #"""
            {"listAppointments":[{"name":"staff","summary":"Open ones","request":{"query":{"status":"requested,booked"}},
            "response":{"status":200}}]}
            """#)
        let status = operation["parameters"]?.elements?.first { $0["name"]?.string == "status" }
        #expect(status?["example"]?.elements?.compactMap(\.string) == ["requested", "booked"])
    }

    @Test(arguments: ["[]", #"{"listAppointments":[{"name":"staff"}]}"#, "no JSON"])
    func `a malformed file of API examples is refused`(file: String) {
        #expect(throws: DeclarationError.self) { try OperationExamples([bytes(file)]) }
    }

    @Test func `the API description marks deprecated operations, parameters and members`() throws {
        let endpoint = Endpoint<Sample.Action>(
            .get, "/api/v1/old", id: "getOld", summary: "The old status", tag: "Server", for: .everybody,
            isDeprecated: true, takes: .optionalQuery("name", Codec<String>.string(1...9).deprecated),
            .optionalQuery("new_name", .string(1...9)),
            answers: [.ok(object({ $0 }, field("state", \.self, Codec<Bool>.bool.deprecated)), "The state")]
        ) { _, _ in .status }
        let operation = try described(endpoint)
        #expect(operation["deprecated"]?.bool == true)
        let parameters = try #require(operation["parameters"]?.elements)
        func mark(_ name: String) -> Bool? { parameters.first { $0["name"]?.string == name }?["deprecated"]?.bool }
        #expect(mark("name") == true)
        #expect(mark("new_name") == nil)
        let schema = operation["responses"]?["200"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["properties"]?["state"]?["deprecated"]?.bool == true)
        #expect(try described(Sample.endpoints[5])["deprecated"] == nil)
    }
}
