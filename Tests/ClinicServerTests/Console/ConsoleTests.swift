import ClinicServer
import ClinicTestSupport
import Console
import Endpoints
import EventLoop
import Foundation
import HTTPServer
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests the pages and files of the browser console, over sockets.
    @Suite struct Consoles {
        /// Whether the program was built with the console's library. A plain `swift build` of a new clone has none.
        static let isBuilt = ConsoleFile.all()?.contains { $0.path == ConsoleFile.library } == true
        private static let hint: Comment = "the console's library is missing: run ops/console-library, and build again"

        private static let pages = [
            ("/", "index.html"), ("/account", "account.html"), ("/visit", "visit.html"), ("/book", "book.html"),
            ("/docs", "docs.html"), ("/book/0193b2c4-7c10-7a4b-8000-2a1c5d3e4f60", "book.html"),
        ]

        @Test(.enabled(if: isBuilt, hint))
        func `every file of the console is served with its type, for revalidation, compressed and plain`()
            async throws
        {
            let files = try #require(ConsoleFile.all())
            #expect(files.contains { $0.path == ConsoleFile.library })
            try await Practice.open { practice in
                for file in files {
                    let mediaType = try #require(ConsoleMedia.type(of: file.path), "\(file.path)")
                    let plain = try await practice.nobody.get("/console/\(file.path)")
                    #expect(plain.status == 200, "\(file.path)")
                    #expect(plain.body.count == file.size)
                    #expect(plain.fields["content-type"] == mediaType)
                    #expect(plain.fields["content-encoding"] == nil)
                    #expect(plain.fields["cache-control"] == "no-cache")
                    #expect(plain.fields["vary"] == "Accept-Encoding")
                    #expect(plain.fields["x-content-type-options"] == "nosniff")
                    #expect(plain.fields["referrer-policy"] == "no-referrer")
                    #expect(plain.fields["cross-origin-opener-policy"] == "same-origin")
                    #expect(plain.fields["cross-origin-resource-policy"] == "same-origin")
                    #expect(plain.fields["permissions-policy"]?.contains("camera=()") == true)
                    #expect(
                        plain.fields["content-security-policy"]
                            == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
                    )

                    let compressed = try await practice.nobody.get(
                        "/console/\(file.path)", ["Accept-Encoding": "gzip, br"])
                    #expect(compressed.fields["content-encoding"] == "gzip")
                    #expect(GzipDecoder.decompress(compressed.body, size: file.size) == plain.body, "\(file.path)")
                    let tag = try plain.field("etag")
                    #expect(compressed.fields["etag"] == tag)

                    for encodings in [["Accept-Encoding": "gzip"], [:]] {
                        let same = try await practice.nobody.get(
                            "/console/\(file.path)", encodings.merging(["If-None-Match": tag]) { $1 })
                        #expect(same.status == 304)
                        #expect(same.body.isEmpty)
                        #expect(same.fields["etag"] == tag)
                    }
                    let head = try await practice.nobody.send("HEAD", "/console/\(file.path)")
                    #expect(head.status == 200)
                    #expect(head.body.isEmpty)
                    #expect(head.fields["content-length"] == "\(file.size)")
                }
            }
        }

        @Test(.enabled(if: isBuilt, hint))
        func `each page of the console has a short address, with any query`() async throws {
            let files = Set(try #require(ConsoleFile.all()).map(\.path))
            try await Practice.open { practice in
                for (address, file) in Self.pages {
                    let page = try await practice.nobody.get(address)
                    #expect(page.status == (files.contains(file) ? 200 : 404), "\(address)")
                    let same = try await practice.nobody.get("/console/\(file)")
                    #expect(page.fields["etag"] == same.fields["etag"], "\(address)")
                    #expect(try await practice.nobody.get("\(address)?from=mail").status == page.status)
                }
            }
        }

        @Test(.enabled(if: isBuilt, hint))
        func `an address that no file of the console has is unknown, and other methods are refused`() async throws {
            let file = try #require(ConsoleFile.all()?.first).path
            try await Practice.open { practice in
                for path in [
                    "/console", "/console/", "/console/nothing.js", "/console//\(file)", "/console/\(file)/",
                    "/console/%69ndex.html", "/index.html", "/account/", "/book/", "/book/nobody", "/book/1/2",
                    "/docs/x",
                ] {
                    let answer = try await practice.nobody.get(path)
                    #expect(answer.status == 404, "\(path)")
                    #expect(answer.problem == "not-found", "\(path)")
                }
                for method in ["POST", "PUT", "PATCH", "DELETE"] {
                    let answer = try await practice.nobody.send(method, "/console/\(file)")
                    #expect(answer.status == 405)
                    #expect(answer.fields["allow"] == "GET, HEAD, OPTIONS")
                }
                let options = try await practice.nobody.send("OPTIONS", "/console/\(file)")
                #expect(options.status == 204)
                #expect(options.fields["allow"] == "GET, HEAD, OPTIONS")
            }
        }

        @Test func `a server whose console is switched off has none of its addresses`() async throws {
            let file = try #require(ConsoleFile.all()?.first).path
            try await Practice.open(console: .off) { practice in
                for path in Self.pages.map(\.0) + ["/console/\(file)"] {
                    let answer = try await practice.nobody.get(path)
                    #expect(answer.status == 404, "\(path)")
                    #expect(answer.problem == "not-found", "\(path)")
                }
                #expect(try await practice.nobody.get("status").status == 200)
            }
        }

        @Test func `no operation of the API has an address of the console, and the description names none`() throws {
            let pages = Set(Self.pages.map(\.0))
            for operation in ServerAPI.operations {
                let path = operation.path.text
                #expect(!pages.contains(path), "\(path)")
                #expect(!path.hasPrefix("/console") && !path.hasPrefix("/book"), "\(path)")
            }
        }

        @Test(.enabled(if: isBuilt, hint))
        func `files of the console have a rate of their own, so that pages do not use up the API's`() async throws {
            let file = try #require(ConsoleFile.all()?.first).path
            var rates = RateLimits.none
            rates.network = RequestRate(perSecond: 1, burst: 10)
            rates.console = RequestRate(perSecond: 1, burst: 100)
            try await Practice.open(rates: rates) { practice in
                for _ in 0..<90 {
                    #expect(try await practice.nobody.get("/console/\(file)").status == 200)
                }
                #expect(try await practice.nobody.get("status").status == 200)
                var refused: HTTPAnswer?
                for _ in 0..<300 where refused == nil {
                    let answer = try await practice.nobody.get("/console/\(file)")
                    if answer.status == 429 { refused = answer }
                }
                #expect(try #require(refused).problem == "too-many-requests")
                #expect(try await practice.nobody.get("status").status == 200)
            }
        }

        @Test(.enabled(if: isBuilt, hint))
        func `requests for files of the console are counted as such in the metrics`() async throws {
            let file = try #require(ConsoleFile.all()?.first).path
            try await Practice.open(metricsPort: 0) { practice in
                for _ in 0..<3 { _ = try await practice.nobody.get("/console/\(file)") }
                _ = try await practice.nobody.get("/nowhere")
                let metrics = try await practice.metrics()
                let name = "chairside_requests_total"
                #expect(metrics.value(name, ["operation": "console", "status": "2xx"]) == 3)
                #expect(metrics.value(name, ["operation": "none", "status": "4xx"]) == 1)
            }
        }

        @Test(.enabled(if: isBuilt, hint))
        func `the console is served while the server waits for its database`() async throws {
            let file = try #require(ConsoleFile.all()?.first).path
            var configuration = ServerConfiguration(
                database: "postgresql://127.0.0.1:1/nothing", keys: try DemoKeys.folder())
            configuration.port = 0
            let wire = try EventLoop(name: "apps")
            let server = try await Server.start(configuration, logger: .silent)
            let app = Practice(server: server, wire: wire).nobody
            let page = try await app.get("/console/\(file)")
            let api = try await app.get("clinic")
            await server.stop()
            await wire.stop()
            #expect(page.status == 200)
            #expect(api.status == 503)
        }

        @Test func `a program without the console's library says how to build it, and its console has no pages`()
            async throws
        {
            let index = Array("<!DOCTYPE html>".utf8)
            let compressed = try #require(GzipEncoder()?.compress(Array(repeating: index, count: 100).flatMap(\.self)))
            let log = KeptLog()
            let console = try ServedConsole(
                [ConsoleFile(path: "index.html", size: 1_500, hash: "00", compressed: compressed)], log.logger)
            let reply = try #require(console.reply(to: HTTPRequest(.get, "/")))
            guard case .now(let response) = reply, case .bytes(let bytes) = response.body else {
                throw Missing(what: "an answer at once")
            }
            #expect(response.status.code == 503)
            #expect(String(decoding: bytes, as: UTF8.self).contains("ops/console-library"))
            await log.line(with: "without the console's library")
            #expect(try console.reply(to: HTTPRequest(.get, "/api/v1/status")).map { _ in true } == nil)
        }
    }
}
