import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Crypto
import EventChain
import EventLoop
import EventSourcing
import Foundation
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests that a server adds events to the hash chain, and that an auditor can verify them.
    @Suite(.database(.demo)) struct Proofs {
        @Test func `before a server stops, it chains every event and writes signed heads to its outside folder`()
            async throws
        {
            try await withFolder { folder in
                let database = try TestDatabase.current.conninfo
                try await serve(folder) { server in try await server.untilReady() }
                let report = try await withoutKeys(database).verifyChain(heads: folder)
                #expect(report.isWhole, "\(report.findings)")
                #expect(report.unchained == 0)
                #expect(report.events > 100)
                #expect(report.heads >= 2)
                #expect(report.clinics == 2)

                let export = "\(folder)/events.jsonl.export"
                #expect(
                    try await Maintenance.exportEvents(of: database, to: export, progress: { _, _ in }) == report.events
                )
                let far = try Installation.verifyChain(
                    export: export, heads: folder, keys: "/nowhere", progress: { _, _ in })
                #expect(far.isWhole, "\(far.findings)")
                #expect(far.heads == 2)

                // A restarted server appends its signed heads to the file and keeps the earlier lines.
                let before = try lines(in: folder)
                try await serve(folder) { server in try await server.untilReady() }
                let after = try lines(in: folder)
                #expect(Array(after.prefix(before.count)) == before)
                #expect(after.count == before.count + 2)
            }
        }

        @Test func `an incomplete line that a killed server left in the file of signed heads damages no other line`()
            async throws
        {
            try await withFolder { folder in
                try await serve(folder) { server in try await server.untilReady() }
                let file = try #require(try files(in: folder).first)
                var kept = try String(contentsOfFile: file, encoding: .utf8)
                kept.removeLast(20)
                try kept.write(toFile: file, atomically: false, encoding: .utf8)
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform([
                        "SET session_replication_role = replica", "DELETE FROM chain_head",
                    ])
                }
                try await serve(folder) { server in try await server.untilReady() }
                let report = try await withoutKeys(TestDatabase.current.conninfo).verifyChain(heads: folder)
                #expect(report.isWhole, "\(report.findings)")
                #expect(report.unreadableLines == 1)
                #expect(report.heads >= 3)
            }
        }

        @Test func `an admin can get a proof that an event is unchanged, and the proof does not contain the event`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let end = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform(
                        "SELECT last_position FROM clinic_feed WHERE clinic_id = 'c11c0000-0000-8000-8000-000000000001'"
                    ).only.int64(0)
                }
                for position in [1, 2, end / 2, end] {
                    let answer = try await proof(of: position, for: admin)
                    #expect(answer.status == 200, "\(answer)")
                    let hash = try #require(ChainHash(hex: try answer.text("previous_hash")))
                    let digest = try #require(ChainHash(hex: try answer.text("digest")))
                    #expect(hash.chained(with: digest).hex == (try answer.text("hash")))
                    var way = hash.chained(with: digest)
                    for digest in try #require(answer["path"]?.elements) {
                        way = way.chained(with: try #require(ChainHash(hex: digest.string ?? "")))
                    }
                    let head = try SignedHead.codec.decode(#require(answer["head"]))
                    #expect(way == head.hash)
                    #expect(head.position >= position)
                    let key = try P256.Signing.PublicKey(pemRepresentation: try answer.text("public_key"))
                    #expect(ChainKeyRing([head.key: key]).objection(to: head) == nil)
                    let members = Set(try #require(answer.json?.members).map(\.name))
                    #expect(
                        members == [
                            "clinic_id", "position", "digest", "previous_hash", "hash", "path", "head", "public_key",
                        ])
                }
                #expect(try await admin.get("audit-events/proof?position=\(end + 1000)").status == 404)
                #expect(try await admin.get("audit-events/proof?position=0").status == 400)
                #expect(try await practice.signIn("reception").get("audit-events/proof?position=1").status == 403)
            }
        }

        /// Waits until the event is in the hash chain, and returns the answer with the event's proof.
        private func proof(of position: Int64, for admin: App) async throws -> HTTPAnswer {
            try await eventually {
                let answer = try await admin.get("audit-events/proof?position=\(position)")
                guard answer.status == 409 else { return answer }
                #expect(answer.problem == "not-chained-yet")
                return nil
            }
        }

        /// An installation with the given database and without the server's keys, as an auditor uses it.
        private func withoutKeys(_ database: String) -> Installation {
            Installation(database: database, keys: "/nowhere", logger: .silent)
        }

        private func serve(_ folder: String, _ body: (Server) async throws -> Void) async throws {
            var configuration = ServerConfiguration(
                database: try TestDatabase.current.conninfo, keys: try DemoKeys.folder())
            configuration.port = 0
            configuration.loops = 1
            configuration.chainHeads = folder
            let server = try await Server.start(configuration, logger: KeptLog().logger)
            let result: Result<Void, any Error>
            do { result = .success(try await body(server)) } catch { result = .failure(error) }
            await server.stop()
            try result.get()
        }

        private func files(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("heads-") && $0.hasSuffix(".jsonl") }.sorted()
                .map { "\(folder)/\($0)" }
        }

        private func lines(in folder: String) throws -> [Substring] {
            try files(in: folder).flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
        }

        private func withFolder(_ body: (String) async throws -> Void) async throws {
            let folder = "/tmp/chairside-heads-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(folder)
        }
    }
}
