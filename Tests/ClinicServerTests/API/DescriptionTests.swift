import ClinicServer
import ClinicTestSupport
import Endpoints
import Foundation
import JSON
import TestSupport
import Testing

/// Tests the API's description of all endpoints.
@Suite struct DescriptionTests {
    @Test func `the API description equals the file in fixtures`() throws {
        let kept = try Data(contentsOf: Repository.file("fixtures/openapi.json"))
        #expect(
            try ServerAPI.description() + [UInt8(ascii: "\n")] == [UInt8](kept),
            "the API has changed: look at the difference, then run: chairside openapi > fixtures/openapi.json")
    }

    @Test func `ops/problems.md equals the page that the program generates`() throws {
        #expect(
            try String(contentsOf: Repository.file("ops/problems.md"), encoding: .utf8) == ServerAPI.problemsPage,
            "the kinds of problems have changed: run: chairside openapi --problems > ops/problems.md")
    }

    @Test func `exactly the endpoints that the test lists, such as those for login and status, need no session`() {
        let open = Set(ServerAPI.operations.filter { !$0.requiresAuthentication }.map(\.path.text))
        #expect(
            open == [
                "/api/v1/auth/login", "/api/v1/auth/refresh", "/api/v1/auth/logout", "/v1/auth/login",
                "/v1/auth/refresh", "/v1/auth/logout", "/api/v1/auth/register", "/v1/auth/register",
                "/api/v1/auth/password-reset", "/api/v1/auth/new-password", "/api/v1/auth/confirm-email",
                "/api/v1/auth/contact-answer",
                "/api/v1/auth/tablet/people", "/api/v1/auth/tablet/turn",
                "/.well-known/jwks.json", "/livez", "/readyz", "/api/v1/status",
                "/openapi.json", "/api/v1/certificates", "/api/v1", "/problems", "/problems/{type}",
                "/api/v1/public/visits/{token}", "/api/v1/public/visits/{token}/times",
                "/api/v1/public/visits/{token}/confirm", "/api/v1/public/visits/{token}/cancel",
                "/api/v1/public/visits/{token}/move", "/v1/catalog/bundle",
                "/api/v1/public/clinics/{clinic_id}/services", "/api/v1/public/clinics/{clinic_id}/days",
                "/api/v1/public/clinics/{clinic_id}/times", "/api/v1/public/clinics/{clinic_id}/requests",
                "/api/v1/public/clinics/{clinic_id}/requests/{request_id}/confirm", "/api/v1/public/files/{token}",
                "/api/v1/public/documents/{token}",
                "/api/v1/public/clinics/{clinic_id}/logo", "/api/v1/pair", "/api/v1/kiosk/check-ins",
                "/api/v1/health/types", "/api/v1/health/data", "/api/v1/health/samples",
            ])
    }

    @Test func `in the API description, only answers that the test lists, such as the clinic's logo, may be cached`() {
        let cached = ServerAPI.operations.filter { ![.noStore, .polled].contains($0.caching) }.map(\.id)
        let mayBeCached: Set<String> = [
            "getDescription", "getClinic", "getClinicSettings", "getMobileAccess", "listDoctors", "listServices",
            "listChairs", "listStaff", "getService", "getChair",
            "getStaffMember", "getKeys", "getKPIs", "listKPIBars", "listPayroll", "listReceivables", "listStatusCounts",
            "listNewPatients", "getJWKS", "listCertificates",
            "getEntry",
            "listProblemTypes", "getProblemType", "getClinicLogo", "getCatalogueBundle", "listStudies",
        ]
        #expect(cached.filter { !mayBeCached.contains($0) } == [])
    }

    @Test func `the schemas of answers allow new members and new problem titles, and use oneOf only for null`() throws {
        let description = try ServerAPI.parsedDescription()
        let components = try #require(description["components"])
        var waiting = try #require(description["paths"]?.members).flatMap { path in
            (path.value.members ?? []).compactMap { $0.value["responses"] }
        }
        var seen: Set<String> = []
        while let part = waiting.popLast() {
            for (name, object) in part.objects() {
                #expect(object["additionalProperties"]?.bool != false, "\(name) in \(seen.sorted())")
                #expect(name != "title" || object["const"] == nil)
                let shapes = object["oneOf"]?.elements ?? []
                #expect(shapes.isEmpty || shapes.contains { $0["type"]?.string == "null" }, "\(name)")
                guard let place = object["$ref"]?.string?.split(separator: "/"), place.count == 4,
                    seen.insert(place.joined(separator: "/")).inserted
                else { continue }
                waiting.append(try #require(components[String(place[2])]?[String(place[3])]))
            }
        }
        #expect(seen.count > 50)
    }

    @Test func `the API's description has a text for every field, parameter, tag, operation and answer`() throws {
        let description = try ServerAPI.parsedDescription()
        var missing: [String] = []
        for tag in try #require(description["tags"]?.elements) where tag["description"] == nil {
            missing.append("the tag \(tag["name"]?.string ?? "")")
        }
        for operation in ServerAPI.operations {
            if operation.details == nil { missing.append("the operation \(operation.id)") }
            for answer in operation.answers where ["", "Done"].contains(answer.text) {
                missing.append("the answer \(answer.status) of \(operation.id)")
            }
            for parameter in operation.parameters where !parameter.schema.isDescribedHere {
                missing.append("the parameter \(parameter.name) of \(operation.id)")
            }
        }
        let problems = Operation.everyProblem(of: ServerAPI.operations)
        for problem in problems.sorted(by: { $0.name < $1.name }) {
            for member in problem.members {
                if !member.schema.isDescribedHere { missing.append("\(member.name) of \(problem.name)") }
                missing += member.schema.undescribed(in: problem.name)
            }
        }
        for operation in ServerAPI.operations {
            missing += operation.body?.undescribed(in: "the body of \(operation.id)") ?? []
            for answer in operation.answers {
                guard case .json(let schema) = answer.content else { continue }
                missing += schema.undescribed(in: "the answer of \(operation.id)")
            }
        }
        #expect(Set(missing).sorted() == [])
    }

    @Test func `no description in the API begins with a relative clause`() throws {
        let description = try ServerAPI.parsedDescription()
        let texts = description.objects().flatMap { _, object in
            ["summary", "description"].compactMap { object[$0]?.string }
        }
        #expect(texts.count > 1000)
        let beginnings = ["Who ", "What ", "Whoever ", "Whatever ", "Whom ", "Nobody "]
        #expect(texts.filter { text in beginnings.contains { text.hasPrefix($0) } } == [])
    }

    @Test func `a generated Kotlin enum can declare each value of the API's enums under the value's own name`() throws {
        let enums = try ServerAPI.parsedDescription().objects().compactMap { $1["enum"]?.elements }
        #expect(enums.count > 20)
        let values = Set(enums.joined().compactMap(\.string))
        #expect(values.intersection(["name", "ordinal", "value", "entries"]) == [])
    }

    @Test func `in the API description, exactly the operations with paths under /v1/auth are deprecated`() {
        for operation in ServerAPI.operations {
            #expect(operation.isDeprecated == operation.path.text.hasPrefix("/v1/auth/"), "\(operation.id)")
        }
    }

    @Test func `in the API description payments need an Idempotency-Key or are carried out once for a session`() {
        let payments = ServerAPI.operations.filter {
            $0.method == .post && ($0.path.text.contains("payments") || $0.path.text.contains("apply-credit"))
        }
        #expect(!payments.isEmpty)
        for operation in payments { #expect([.required, .implied].contains(operation.idempotency), "\(operation.id)") }
    }
}

extension Schema {
    /// Whether the schema has a description of its own, not only the sentence about the accepted years. For a reference
    /// to a component, the description stands next to the reference.
    fileprivate var isDescribedHere: Bool { (name == nil ? text : textHere) != nil }

    /// The paths of all members without a description, at any depth.
    ///
    /// - Parameter place: the location of the schema, such as `the body of registerPatient`. It is not used for a
    ///   component, which is located by its name.
    fileprivate func undescribed(in place: String) -> [String] {
        let place = name ?? place
        let members = properties ?? []
        return members.filter { !$0.schema.isDescribedHere }.map { "\($0.name) of \(place)" }
            + members.flatMap { $0.schema.undescribed(in: "\($0.name) of \(place)") }
            + (items + additionalProperties + oneOf).flatMap { $0.undescribed(in: place) }
    }
}
