import ClinicDemo
import ClinicServer
import ClinicTestSupport
import EventLoop
import Foundation
import JSON
import Logging
import Synchronization
import TestSupport
import Testing

extension Conformance {
    /// Tests the compression and the request id of answers, and the request log.
    @Suite struct Wire {
        private static let gzip = ["Accept-Encoding": "gzip"]

        @Test
        func `a client that accepts gzip gets large answers compressed, with entity tags that can be revalidated`()
            async throws
        {
            try await Practice.open { practice in
                let plain = try await practice.nobody.get("/openapi.json")
                let packed = try await practice.nobody.get("/openapi.json", Self.gzip)
                #expect(plain.fields["content-encoding"] == nil)
                #expect(packed.fields["content-encoding"] == "gzip")
                #expect(plain.fields["vary"]?.contains("Accept-Encoding") == true)
                #expect(packed.fields["vary"]?.contains("Accept-Encoding") == true)
                let (tag, other) = try (#require(plain.fields["etag"]), #require(packed.fields["etag"]))
                #expect(other == "\(tag.dropLast())-gzip\"")
                for (known, answered) in [(tag, tag), (other, other)] {
                    let again = try await practice.nobody.get(
                        "/openapi.json", ["Accept-Encoding": "gzip", "If-None-Match": known])
                    #expect(again.status == 304)
                    #expect(again.fields["etag"] == answered)
                }
                let port = practice.port
                let expanded = try await Shell.run(
                    ["curl", "-sS", "--compressed", "-m", "60", "http://127.0.0.1:\(port)/openapi.json"])
                #expect(Array(expanded.utf8) == plain.body)
                let short = try await practice.nobody.get("status", Self.gzip)
                #expect(short.fields["content-encoding"] == nil)
            }
        }

        @Test func `a polled view has the same weak entity tag with and without compression`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let date = try await practice.day(0)
                let path = "reception/queue?date=\(date)"
                let plain = try await reception.get(path)
                let packed = try await reception.get(path, Self.gzip)
                #expect(try plain.field("etag") == packed.field("etag"))
                #expect((packed.fields["content-encoding"] == "gzip") == (plain.body.count >= 1_024))
                let unchanged = try await reception.get(
                    path, ["Accept-Encoding": "gzip", "If-None-Match": try #require(plain.fields["etag"])])
                #expect(unchanged.status == 304)
            }
        }

        @Test func `the answer to a login, which contains tokens, is not compressed for a client that accepts gzip`()
            async throws
        {
            try await Practice.open { practice in
                let body = #"{"email":"reception@spree.example","password":"\#(DemoLogin.password)"}"#
                let login = try await practice.nobody.send("POST", "auth/login", body, Self.gzip)
                #expect(login.status == 200)
                #expect(login.fields["content-encoding"] == nil)
            }
        }

        /// Only answers to GET requests are compressed. So no compressed answer contains a secret if no answer to a GET
        /// request does.
        @Test func `according to the API's description, no answer to a GET request contains a secret`() throws {
            let description = try ServerAPI.parsedDescription()
            let secrets: Set<String> = [
                "access_token", "refresh_token", "token", "secret", "uri", "password", "pin", "recovery_codes", "link",
                "upload_url",
            ]
            for (path, item) in try #require(description["paths"]?.members).map({ ($0.name, $0.value) }) {
                guard let answers = item["get"]?["responses"] else { continue }
                let found = members(of: answers, in: description, depth: 0).intersection(secrets)
                #expect(found == [], "\(path)")
            }
        }

        /// The names of all members in a schema, also in the schemas that it refers to.
        private func members(of schema: JSONValue, in document: JSONValue, depth: Int) -> Set<String> {
            guard depth < 12 else { return [] }
            var names: Set<String> = []
            if let reference = schema["$ref"]?.string {
                var target: JSONValue? = document
                for part in reference.split(separator: "/").dropFirst() { target = target?[String(part)] }
                if let target { names.formUnion(members(of: target, in: document, depth: depth + 1)) }
            }
            for (name, value) in (schema["properties"]?.members ?? []).map({ ($0.name, $0.value) }) {
                names.insert(name)
                names.formUnion(members(of: value, in: document, depth: depth + 1))
            }
            for (name, value) in (schema.members ?? []).map({ ($0.name, $0.value) }) where name != "properties" {
                names.formUnion(members(of: value, in: document, depth: depth + 1))
            }
            for value in schema.elements ?? [] { names.formUnion(members(of: value, in: document, depth: depth + 1)) }
            return names
        }

        @Test func `answers and refusals have a request id, and only a trusted proxy may choose the request id`()
            async throws
        {
            func isMade(_ id: String?) -> Bool { id?.utf8.count == 32 && id?.allSatisfy(\.isHexDigit) == true }
            let named = ["X-Request-Id": "abc-123"]
            try await Practice.open { practice in
                for path in ["/livez", "nowhere", "patients"] {
                    #expect(isMade(try await practice.nobody.get(path, named).fields["x-request-id"]), "\(path)")
                }
                let refused = try await exchange(
                    Array("GET / HTTP/3.0\r\n\r\n".utf8), with: practice.port, on: practice.wire)
                #expect(refused.status == 505)
                #expect(isMade(refused.fields["x-request-id"]))
            }
            let proxies = TrustedProxies([try #require(AddressNetwork("127.0.0.1"))])
            try await Practice.open(behind: proxies) { practice in
                #expect(try await practice.nobody.get("/livez", named).fields["x-request-id"] == "abc-123")
                let odd = try await practice.nobody.get("/livez", ["X-Request-Id": "a b"])
                #expect(isMade(odd.fields["x-request-id"]))
            }
        }

        @Test func `the request log contains operations and ids, and nothing else from the request`() async throws {
            let log = KeptLog()
            try await Practice.open(logger: log.logger, logsRequests: true) { practice in
                let answer = try await practice.nobody.get("patients?query=marker")
                let id = try #require(answer.fields["x-request-id"])
                await log.line(with: id)
                let line = try #require(log.lines.first { $0.contains(id) })
                for part in ["findPatients", "401", "GET", "milliseconds"] { #expect(line.contains(part), "\(part)") }
                #expect(!log.lines.contains { $0.contains("marker") || $0.contains("/patients") })
            }
        }
    }
}

@Suite struct JSONLogTests {
    @Test func `a log line is one valid JSON object even if its texts contain quotation marks and line breaks`()
        throws
    {
        let lines = Mutex<[[UInt8]]>([])
        let logger = Logger(label: "chairside") { label in
            JSONLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
        }
        logger.notice(
            "with \"quotes\"\nand lines", metadata: ["reason": "a\u{1}b", "status": "401", "level": "forged"])
        logger.debug("not written")
        let kept = lines.withLock { $0 }
        #expect(kept.count == 1)
        let line = try #require(kept.first)
        #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
        let object = try JSONValue(parsing: Array(line.dropLast()))
        #expect(object["message"]?.string == "with \"quotes\"\nand lines")
        #expect(object["level"]?.string == "notice")
        #expect(object["logger"]?.string == "chairside")
        #expect(object["reason"]?.string == "a\u{1}b")
        #expect(object["time"]?.string?.hasSuffix("Z") == true)
    }
}
