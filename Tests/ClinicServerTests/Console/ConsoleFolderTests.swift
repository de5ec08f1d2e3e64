import ClinicServer
import ClinicTestSupport
import Foundation
import TestSupport
import Testing

extension Conformance {
    /// Tests a console whose files are read from a folder at each request.
    @Suite struct ConsoleFolders {
        private struct Folders {
            let console: URL
            let outside: URL

            init() throws {
                let base = URL(filePath: "/tmp/chairside-console-\(UUID().uuidString)")
                console = base.appending(path: "console")
                outside = base.appending(path: "console-secret")
                for folder in [console.appending(path: "app"), outside] {
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                }
                try write("<!DOCTYPE html>", to: "index.html")
                try write("export const one = 1", to: "app/one.js")
                try write("hidden", to: ".hidden.js")
                try write("key", to: "app/key.pem")
                try Data("secret".utf8).write(to: outside.appending(path: "secret.js"))
                try link("out.js", to: outside.appending(path: "secret.js"))
                try link("away", to: outside)
                try link("in.js", to: console.appending(path: "app/one.js"))
            }

            func write(_ text: String, to name: String) throws {
                try Data(text.utf8).write(to: console.appending(path: name))
            }

            private func link(_ name: String, to target: URL) throws {
                try FileManager.default.createSymbolicLink(
                    at: console.appending(path: name), withDestinationURL: target)
            }

            func remove() { try? FileManager.default.removeItem(at: console.deletingLastPathComponent()) }
        }

        @Test func `a console from a folder shows each change of a file at once`() async throws {
            let folders = try Folders()
            defer { folders.remove() }
            try await Practice.open(console: .folder(folders.console.path())) { practice in
                let page = try await practice.nobody.get("/")
                #expect(page.status == 200)
                #expect(page.body == Array("<!DOCTYPE html>".utf8))
                #expect(page.fields["content-type"] == "text/html; charset=utf-8")
                #expect(page.fields["content-security-policy"]?.contains("script-src 'self'") == true)
                let tag = ["If-None-Match": try page.field("etag")]
                #expect(try await practice.nobody.get("/", tag).status == 304)
                let long = String(repeating: "<p>new</p>", count: 500)
                try folders.write(long, to: "index.html")
                let changed = try await practice.nobody.get("/", tag)
                #expect(changed.status == 200)
                #expect(changed.body == Array(long.utf8))
                let compressed = try await practice.nobody.get("/", ["Accept-Encoding": "gzip"])
                #expect(compressed.fields["content-encoding"] == "gzip")
                #expect(try await practice.nobody.get("/console/app/one.js").status == 200)
                #expect(try await practice.nobody.get("/account").status == 404)
                #expect(try await practice.nobody.send("POST", "/").status == 405)
            }
        }

        @Test func `a console from a folder serves no file outside of it, and none of an unknown kind`() async throws {
            let folders = try Folders()
            defer { folders.remove() }
            try await Practice.open(console: .folder(folders.console.path())) { practice in
                #expect(try await practice.nobody.get("/console/in.js").status == 200)
                for name in [
                    "out.js", "away/secret.js", "../console-secret/secret.js", "app/../../console-secret/secret.js",
                    "..%2fconsole-secret/secret.js", "%2e%2e/console-secret/secret.js",
                    folders.outside.appending(path: "secret.js").path(), "/etc/hostname", "app", "app/", "app/key.pem",
                    ".hidden.js", "app/./one.js", "app//one.js", "one%00.js", "nothing.js",
                ] {
                    let answer = try await practice.nobody.get("/console/\(name)")
                    // A path with dot segments is refused before it reaches the console.
                    #expect([400, 404].contains(answer.status), "\(name): \(answer.status)")
                    #expect(answer.body.firstRange(of: Array("secret".utf8)) == nil, "\(name)")
                }
            }
        }

        @Test func `a server does not start with a console folder that does not exist`() async throws {
            await #expect(throws: ConfigurationError.self) {
                try await Practice.open(console: .folder("/tmp/chairside-no-such-folder")) { _ in }
            }
        }
    }
}
