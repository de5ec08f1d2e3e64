import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests that every endpoint accepts dates and times from 1900 to 2199 only.
@Suite struct AcceptedYearsTests {
    /// A date or time among the inputs of an endpoint.
    struct TimeInput: CustomTestStringConvertible, Sendable {
        /// The operation's index in `ServerAPI.operations`.
        let index: Int
        let operation: Operation
        let place: InputIssue.Place
        /// The place of the date or time in the input: the path from a body's root, or a parameter's name, followed by
        /// 0 if the parameter is a list.
        let path: [String]
        let schema: Schema

        var pointer: String { path.map { "/" + $0 }.joined() }
        var testDescription: String { "\(operation.id) \(place.rawValue)\(pointer)" }
    }

    private static let early = ["1899-12-31", "1899-12-31T23:59:59Z", "1899-12-31T23:59"]
    private static let late = ["2200-01-02", "2200-01-01T00:00:00Z", "2200-01-02T00:00"]
    private static let fair = ["1900-01-01", "1900-01-01T00:00:00Z", "2199-12-31T23:59:59Z", "2199-12-31T24:00"]

    /// The header fields of each request. Endpoints for tablets and for paired clients read the body only if there is a
    /// token; the token need not be valid.
    private static let fields = [
        "authorization": "Bearer token", "content-type": "application/json", "if-match": "*",
    ]

    static let inputs: [TimeInput] = ServerAPI.operations.enumerated().flatMap { index, operation in
        let parameters = operation.parameters.flatMap { parameter in
            times(parameter.schema, [parameter.name]).map { path, schema in
                TimeInput(index: index, operation: operation, place: parameter.place, path: path, schema: schema)
            }
        }
        let members = operation.body.map { times($0, []) } ?? []
        return parameters
            + members.map { TimeInput(index: index, operation: operation, place: .body, path: $0, schema: $1) }
    }

    /// The paths of all dates and times in a value with the schema. Elements of a list have the path component 0.
    private static func times(_ schema: Schema, _ path: [String]) -> [([String], Schema)] {
        if isTime(schema) { return [(path, schema)] }
        return (schema.properties ?? []).flatMap { times($0.schema, path + [$0.name]) }
            + (schema.items + schema.additionalProperties).flatMap { times($0, path + ["0"]) }
            + schema.oneOf.flatMap { times($0, path) }
    }

    /// Whether the schema is one of a date or time: by its format, or by a pattern that accepts dates and refuses other
    /// words.
    private static func isTime(_ schema: Schema) -> Bool {
        if ["date", "date-time"].contains(schema.format) { return true }
        guard schema.types.contains(.string), let text = schema.pattern, let pattern = try? Regex(text) else {
            return false
        }
        return fair.contains { $0.firstMatch(of: pattern) != nil } && "2199".firstMatch(of: pattern) == nil
            && "some words".firstMatch(of: pattern) == nil
    }

    @Test func `the tests of accepted years find date inputs in bodies, queries and paths of endpoints`() {
        let found = Set(Self.inputs.map(\.testDescription))
        for known in [
            "addTimeOff body/start", "addTimeOff body/end", "addClosure body/last_day",
            "registerPatient body/birth_date",
            "bookAppointment body/start", "listSlots query/from", "getDashboard query/date", "getDayClose path/date",
        ] {
            #expect(found.contains(known), "\(known) is not among \(found.sorted())")
        }
    }

    @Test(arguments: inputs)
    func `every date or time input refuses years outside 1900 to 2199, and its description names this range`(
        _ input: TimeInput
    ) throws {
        #expect(input.schema.description?.contains("Within 1900-01-01 to 2199-12-31.") == true)
        let refused = try Self.early.map { try codes($0, for: input) } + Self.late.map { try codes($0, for: input) }
        #expect(refused.contains(["out_of_range"]))
        for codes in refused { #expect(codes == ["out_of_range"] || codes == ["bad_format"]) }
        #expect(try Self.fair.contains { try codes($0, for: input).isEmpty })
        for value in Self.fair { #expect(try codes(value, for: input) != ["out_of_range"]) }
    }

    /// The codes of the issues that the endpoint reports at the input's path if the input has the given value. Issues
    /// at other paths are ignored.
    private func codes(_ value: String, for input: TimeInput) throws -> [String] {
        let body = input.path.reversed().reduce("\"\(value)\"") { inner, name in
            name == "0" ? "[\(inner)]" : "{\"\(name)\":\(inner)}"
        }
        let id = UUIDBytes(high: 1, low: 2)
        let principal = input.operation.roles.first.map {
            Principal(authenticatedIn: id, account: id, session: id, role: $0, subject: id)
        }
        let isBody = input.place == .body
        let query = input.place == .query ? "\(input.path[0])=\(value)" : ""
        let call = Invocation(
            arguments: input.place == .path ? PathArguments(input.path[0], value) : PathArguments(),
            query: Array(query.utf8)[...], body: isBody ? Array(body.utf8) : [],
            principal: principal,
            field: { Self.fields[$0].map { Array($0.utf8)[...] } })
        do throws(Problem) { try ServerAPI.read(call, at: input.index) } catch {
            let issues = try JSONValue(parsing: error.bytes)["errors"]?.elements ?? []
            return issues.filter { $0["in"]?.string == input.place.rawValue && $0["pointer"]?.string == input.pointer }
                .compactMap { $0["code"]?.string }
        }
        return []
    }
}
