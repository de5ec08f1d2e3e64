import Clinic
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import Foundation
import JSON
import Testing

/// Sends example requests to a running server, at least one for each operation. It checks each answer against the
/// operation's declaration, and keeps request and answer as an example for the API's description.
final class ExampleWalk {
    /// A caller of example requests, with the caller's name in the API's description.
    struct Person {
        let name: String
        let app: App

        var subject: String { app.subject }
    }

    let practice: Practice
    let mailbox: ExampleMailbox
    let clinic: ExampleClinic
    typealias Shown = (operation: Endpoints.Operation, example: OperationExample)
    private(set) var examples: [Shown] = []
    private var normalizer: ExampleNormalizer

    /// The ids of the entities that the example requests have created, by names such as `chair`.
    var ids: [String: String] = [:]
    /// The position of the event that the example `erasePatient` has appended; 0 before that example is sent.
    var lastPosition: Int64 = 0
    /// The callers that have signed in, by names such as `admin`.
    private var people: [String: Person] = [:]

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    init(_ practice: Practice, _ clinic: ExampleClinic, mailbox: ExampleMailbox) {
        self.practice = practice
        self.clinic = clinic
        self.mailbox = mailbox
        normalizer = ExampleNormalizer(today: clinic.today, zone: clinic.zone)
    }

    var anyone: Person { Person(name: "anyone", app: practice.nobody) }
    var admin: Person { get throws { try person("admin") } }
    var receptionist: Person { get throws { try person("receptionist") } }
    var doctor: Person { get throws { try person("doctor") } }
    var patient: Person { get throws { try person("patient") } }

    private func person(_ name: String) throws -> Person {
        guard let person = people[name] else { throw Unexpected(description: "nobody has signed in as \(name)") }
        return person
    }

    func remember(_ name: String, _ app: App) { people[name] = Person(name: name, app: app) }

    func id(_ name: String) throws -> String {
        guard let id = ids[name] else { throw Unexpected(description: "the walk has made no \(name) yet") }
        return id
    }

    /// The date that is `offset` days after today.
    func day(_ offset: Int) -> String { clinic.today.adding(days: offset).iso8601 }

    /// Sends an operation's request and keeps it as an example.
    ///
    /// - Parameters:
    ///   - summary: a phrase that says who does what, without a full stop.
    ///   - named: the example's name, if another example of the operation already has the caller's name.
    ///   - values: the values of parameters, by the parameters' names.
    ///   - keeping: the number of entries of the answer's list that the example shows.
    @discardableResult
    func show(
        _ id: String, _ summary: String, by person: Person, named: String? = nil,
        _ values: KeyValuePairs<String, String> = [:], _ body: String? = nil, keeping: Int = .max
    ) async throws -> HTTPAnswer {
        guard let operation = ServerAPI.operations.first(where: { $0.id == id }) else {
            throw Unexpected(description: "there is no operation \(id)")
        }
        var request = OperationExample.Request()
        // The body of an upload is not JSON, so the example does not show the body.
        if operation.upload.isEmpty { request.body = try body.map { try JSONValue(parsing: Array($0.utf8)) } }
        for (name, value) in values {
            guard let parameter = operation.parameters.first(where: { $0.name == name }) else {
                throw Unexpected(description: "\(id) has no parameter \(name)")
            }
            let pair = OperationExample.Pair(name, value)
            switch parameter.place {
            case .path: request.path.append(pair)
            case .query: request.query.append(pair)
            case .header, .body: request.fields.append(pair)
            }
        }
        let answer = try await send(request, to: operation, by: person, upload: body)
        try check(answer, request, of: operation)
        normalizer.now = try await practice.now()
        normalizer.hasFixedTimes = ["getDescription", "listProblemTypes", "getProblemType"].contains(id)
        let example = OperationExample(
            named ?? person.name, summary, request, answer.reply(of: operation, keeping: keeping))
        examples.append((operation, normalizer.normalize(example)))
        return answer
    }

    /// Sends a request without parameters, and keeps it as an example.
    @discardableResult
    func show(
        _ id: String, _ summary: String, by person: Person, body: String, keeping: Int = .max
    ) async throws -> HTTPAnswer {
        try await show(id, summary, by: person, [:], body, keeping: keeping)
    }

    private func send(
        _ request: OperationExample.Request, to operation: Endpoints.Operation, by person: Person, upload: String?
    ) async throws -> HTTPAnswer {
        var path = operation.path.text
        for pair in request.path { path = path.replacing("{\(pair.name)}", with: pair.value.percentEncoded) }
        let query = request.query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        var fields = Dictionary(uniqueKeysWithValues: request.fields.map { ($0.name, $0.value) })
        if operation.idempotency != .none { fields["Idempotency-Key"] = newKey() }
        if operation.takesFile { fields["Content-Type"] = "application/pdf" }
        if operation.takesLogo {
            return try await person.app.send(
                operation.method.rawValue, path, bytes: SampleLogo.png, type: "image/png", fields)
        }
        return try await person.app.send(
            operation.method.rawValue, query.isEmpty ? path : "\(path)?\(query)",
            operation.upload.isEmpty ? request.body.map { String(decoding: $0.bytes, as: UTF8.self) } : upload, fields)
    }

    /// Checks that request and answer fit their schemas.
    ///
    /// - Throws: `Unexpected` if the answer has another status than the operation's first declared answer, or if the
    ///   answer's body is not JSON although the declared answer has a JSON body.
    private func check(
        _ answer: HTTPAnswer, _ request: OperationExample.Request, of operation: Endpoints.Operation
    ) throws {
        let declared = operation.answers[0]
        let text = String(decoding: answer.body.prefix(2_000), as: UTF8.self)
        guard answer.status == declared.status else {
            throw Unexpected(description: "\(operation.id) answers \(answer.status): \(text)")
        }
        var faults = zip(operation.body.map { [$0] } ?? [], request.body.map { [$0] } ?? [])
            .flatMap { $0.faults(of: $1, at: "the request") }
        for field in declared.fields where answer.fields[field.name.lowercased()] == nil {
            faults.append("the header field \(field.name) is missing")
        }
        switch declared.content {
        case .none: if !answer.body.isEmpty { faults.append("there is a body") }
        case .json(let schema):
            guard let json = answer.json else { throw Unexpected(description: "\(operation.id): no JSON: \(text)") }
            faults += schema.faults(of: json, at: "the answer")
        case .other(let mediaType):
            if answer.fields["content-type"]?.hasPrefix(mediaType) != true { faults.append("it is not \(mediaType)") }
        }
        #expect(faults == [], "\(operation.id): \(text)")
    }
}

extension HTTPAnswer {
    /// Converts the answer to the form in which an example of the API's description shows it.
    ///
    /// - Parameter keeping: the number of entries of a list that the example shows.
    fileprivate func reply(of operation: Endpoints.Operation, keeping: Int) -> OperationExample.Reply {
        var pairs: [OperationExample.Pair] = []
        let names = operation.answers[0].fields.map(\.name) + ["ETag", "Preference-Applied"]
        for name in names {
            if let value = fields[name.lowercased()] { pairs.append(OperationExample.Pair(name, value)) }
        }
        if body.isEmpty { return OperationExample.Reply(status, pairs, nil) }
        guard let json, fields["content-type"]?.contains("json") == true else {
            pairs.append(OperationExample.Pair("Content-Type", fields["content-type"] ?? ""))
            // An example shows the body of an answer as text. So of a PDF file it shows only the beginning.
            if fields["content-type"] == "application/pdf" {
                return OperationExample.Reply(status, pairs, .string("%PDF…"))
            }
            if fields["content-type"] == "image/png" { return OperationExample.Reply(status, pairs, .string("PNG…")) }
            return OperationExample.Reply(status, pairs, .string(String(decoding: body, as: UTF8.self).shortened))
        }
        if operation.id == "getDescription" { return OperationExample.Reply(status, pairs, json.keepingHead) }
        return OperationExample.Reply(status, pairs, json.keeping(keeping))
    }
}

extension JSONValue {
    /// The API description without paths and components, and with only the first paragraph of its text, since the whole
    /// would be too long for an example.
    fileprivate var keepingHead: JSONValue {
        .object(
            (members ?? []).compactMap { member in
                switch member.name {
                case "openapi", "servers": (member.name, member.value)
                case "info": (member.name, member.value.withFirstParagraph)
                default: nil
                }
            })
    }

    private var withFirstParagraph: JSONValue {
        .object(
            (members ?? []).map { member in
                guard member.name == "description", let text = member.value.string else {
                    return (member.name, member.value)
                }
                return (member.name, .string(String(text.prefix { !$0.isNewline }) + " …"))
            })
    }

    /// The object with at most `count` entries in each of its lists.
    fileprivate func keeping(_ count: Int) -> JSONValue {
        guard count != .max, let members else { return self }
        return .object(
            members.map { member in
                (member.name, member.value.elements.map { .array(Array($0.oldestFirst.prefix(count))) } ?? member.value)
            })
    }
}

extension String {
    /// The text's first lines, of at most 1500 characters, if it has more than 2000, and otherwise the whole text.
    fileprivate var shortened: String {
        guard count > 2_000 else { return self }
        let kept = prefix(1_500)
        return String(kept[...(kept.lastIndex(of: "\n") ?? kept.startIndex)]) + "…"
    }

    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~:,"))) ?? self
    }
}

extension [JSONValue] {
    /// The entities in ascending order of their versions, since an export returns them in no particular order. If an
    /// element has no version, the order stays.
    fileprivate var oldestFirst: [JSONValue] {
        allSatisfy { $0["version"]?.integer != nil }
            ? sorted { ($0["version"]?.integer ?? 0) < ($1["version"]?.integer ?? 0) } : self
    }
}
