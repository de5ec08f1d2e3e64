import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import TestSupport
import Testing

/// Tests the catalogue of problem types that the server serves.
@Suite(.database(.demo)) struct ProblemTypeTests {
    private static let kinds = Operation.everyProblem(of: ServerAPI.operations)

    @Test func `every problem type has an HTML page for people and a JSON document for programs`() async throws {
        try await Practice.open { practice in
            for kind in Self.kinds {
                let document = try await practice.nobody.get(kind.page)
                #expect(document.status == 200 && document.fields["content-type"] == "application/json")
                #expect(document["type"]?.string == kind.type)
                #expect(document["example"]?["type"]?.string == kind.type)
                #expect(document["example"]?["status"]?.integer == Int64(kind.status))
                #expect(document["members"]?.elements?.count == kind.members.count)
                let page = try await practice.nobody.get(kind.page, ["Accept": "text/html,*/*;q=0.8"])
                #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
                #expect(String(decoding: page.body, as: UTF8.self).contains("<code>\(kind.type)</code>"))
            }
        }
    }

    @Test func `the catalogue of problem types lists every type once`() async throws {
        try await Practice.open { practice in
            let listed = try await practice.nobody.get("/problems").items.map { try $0.text("type") }
            #expect(listed.count == Set(listed).count)
            #expect(Set(listed) == Set(Self.kinds.map(\.type)))
            let page = try await practice.nobody.get("/problems", ["Accept": "text/html"])
            let text = String(decoding: page.body, as: UTF8.self)
            for kind in Self.kinds { #expect(text.contains("href=\"\(kind.page)\"")) }
        }
    }

    @Test func `the whole URN of a problem type leads to the same document as the last segment of the URN`()
        async throws
    {
        try await Practice.open { practice in
            let short = try await practice.nobody.get("/problems/slot-taken")
            #expect(try await practice.nobody.get("/problems/urn:chairside:problem:slot-taken").body == short.body)
            #expect(
                try await practice.nobody.get("/problems/urn%3Achairside%3Aproblem%3Aslot-taken").body == short.body)
            #expect(try await practice.nobody.get("/problems/no-such-problem").problem == "not-found")
        }
    }

    @Test func `a problem answer links to the page about its problem type`() async throws {
        try await Practice.open { practice in
            let requests: [(String, String)] = [
                ("GET", "/api/v1/me"), ("GET", "/nowhere"), ("BREW", "/livez"), ("POST", "/livez"),
                ("GET", "/livez?x=1"),
            ]
            for (method, path) in requests {
                let answer = try await practice.nobody.send(method, path)
                let link = try #require(answer.fields["link"])
                let target = try #require(link.wholeMatch(of: /<(\/problems\/[a-z-]+)>; rel="type"/)).output.1
                let explained = try await practice.nobody.get(String(target))
                #expect(try explained.text("type") == answer.text("type"))
            }
        }
    }

    @Test func `caches may store the catalogue of problem types, and store its HTML and JSON forms separately`()
        async throws
    {
        try await Practice.open { practice in
            var tags: Set<String> = []
            for accept in ["application/json", "text/html"] {
                let answer = try await practice.nobody.get("/problems/slot-taken", ["Accept": accept])
                #expect(answer.fields["cache-control"] == "public, max-age=300")
                #expect(answer.list("vary").contains("accept"))
                let tag = try #require(answer.fields["etag"])
                tags.insert(tag)
                let again = try await practice.nobody.get(
                    "/problems/slot-taken", ["Accept": accept, "If-None-Match": tag])
                #expect(again.status == 304 && again.body.isEmpty && again.list("vary").contains("accept"))
            }
            #expect(tags.count == 2)
        }
    }

    @Test func `every problem type is described with its meaning and with advice`() {
        for kind in Self.kinds {
            #expect(!kind.title.hasSuffix("."), "\(kind.name)")
            for text in [kind.means, kind.remedy] {
                #expect(text.count > 10 && text.hasSuffix(".") && !text.contains("  "), "\(kind.name): \(text)")
                #expect(text.count(where: { $0 == "`" }).isMultiple(of: 2), "\(kind.name): \(text)")
            }
        }
    }
}
