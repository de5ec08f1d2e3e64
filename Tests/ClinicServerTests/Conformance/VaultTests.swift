import ClinicServer
import ClinicTestSupport
import Crypto
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the encrypted vault.
    @Suite struct VaultSync {
        private let key = SymmetricKey(size: .bits256)

        private func devices(_ practice: Practice) async throws -> (phone: VaultClient, tablet: VaultClient) {
            (
                VaultClient(try await practice.signIn("patient1"), key: key),
                VaultClient(try await practice.signIn("patient1"), key: key)
            )
        }

        @Test func `O37 O38 entities that a phone pushes are pulled by a tablet, a deleted entity as a tombstone`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet) = try await devices(practice)
                let (first, second) = (UUID(), UUID())
                let blobs = [try phone.blob(first, "ibuprofen"), try phone.blob(second, "dose", type: "doseLog")]
                let pushed = try await phone.push(blobs)
                #expect(
                    pushed.accepted == [
                        .init(entityId: first, newVersion: 1), .init(entityId: second, newVersion: 1),
                    ])
                #expect(pushed.rejected.isEmpty)
                #expect(pushed.serverVersion == 2)
                #expect(try await phone.push(blobs).serverVersion == 2)
                let pulled = try await tablet.pull(since: 0)
                #expect(pulled.blobs == blobs)
                #expect(pulled.serverVersion == 2 && !pulled.hasMore)
                let sealed = try AES.GCM.SealedBox(combined: pulled.blobs[0].encryptedBlob)
                #expect(try AES.GCM.open(sealed, using: key) == Data("ibuprofen".utf8))
                #expect(try await tablet.push([VaultClient.tombstone(first)]).accepted.first?.newVersion == 2)
                let later = try await phone.pull(since: 2)
                #expect(later.blobs.map(\.entityId) == [first])
                #expect(later.blobs[0].isDeleted && later.blobs[0].encryptedBlob.isEmpty)
                #expect(later.blobs[0].clientVersion == 2)
                #expect(try await phone.pull(since: later.serverVersion).blobs.isEmpty)
            }
        }

        @Test
        func
            `O38 a blob from a device that has not pulled the entity's last change is rejected, and can still be read`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet) = try await devices(practice)
                let entity = UUID()
                _ = try await phone.pull(since: 0)
                _ = try await tablet.pull(since: 0)
                _ = try await phone.push([try phone.blob(entity, "400 mg")])
                let edit = try tablet.blob(entity, "600 mg")
                let rejected = try await tablet.push([edit]).rejected
                #expect(rejected == [.init(entityId: entity, reason: "conflict", serverVersion: 1)])
                let list = try await tablet.versions(of: entity)
                #expect(list.compactMap { $0["kind"]?.string } == ["current", "lost"])
                #expect(list.last?["encrypted_blob"]?.string == edit.encryptedBlob.base64EncodedString())
                let stranger = try await practice.signIn("patient2")
                #expect(try await stranger.get("/v1/sync/entities/\(entity.uuidString)/versions").status == 404)
                #expect(
                    try await stranger.get("/v1/sync/pull?since_version=0&device_id=\(UUID())")["blobs"]?.elements == []
                )
                _ = try await tablet.pull(since: 0)
                #expect(try await tablet.push([edit]).accepted == [.init(entityId: entity, newVersion: 2)])
                #expect(try await phone.push([try phone.blob(entity, "800 mg")]).rejected.first?.reason == "conflict")
            }
        }

        @Test func `O40 nothing of a vault's plain text is in the database, the log or the metrics`() async throws {
            let log = KeptLog()
            let secret = "Amoxicillin Quandtbeere"
            try await Practice.open(logger: log.logger, metricsPort: 0) { practice in
                let (phone, tablet) = try await devices(practice)
                let entity = UUID()
                _ = try await phone.push([try phone.blob(entity, secret)])
                _ = try await tablet.push([try tablet.blob(entity, secret + "!")])
                _ = try await phone.push([VaultClient.tombstone(entity)])
                #expect(try await phone.pull(since: 0).blobs.count == 1)
                let page = try await practice.askMetrics("GET", "/metrics")
                #expect(!String(decoding: page.body, as: UTF8.self).contains("Quandtbeere"))
            }
            for line in log.lines { #expect(!line.contains("Quandtbeere")) }
            let found = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    """
                    SELECT count(*), count(*) FILTER (WHERE position('Quandtbeere'::bytea IN blob) > 0)
                    FROM (SELECT blob FROM vault_entity UNION ALL SELECT blob FROM vault_version) AS b
                    """, effect: .reads)
            }
            let row = try #require(found.first)
            #expect(try row.int64(0) == 3)
            #expect(try row.int64(1) == 0)
        }

        @Test func `O37 one push stores 10,000 blobs, which are pulled in pages, and a larger push is refused`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet) = try await devices(practice)
                let content = Data((0..<600).map { UInt8(truncatingIfNeeded: $0) })
                let blobs = (0..<10_000).map { _ in
                    VaultClient.Blob(
                        entityId: UUID(), entityType: "doseLog", encryptedBlob: content, clientVersion: 1,
                        isDeleted: false)
                }
                let answer = try await phone.push(blobs)
                #expect(answer.accepted.count == 10_000)
                #expect(answer.serverVersion == 10_000)
                let pulled = try await tablet.pullAll()
                #expect(pulled.blobs.map(\.entityId) == blobs.map(\.entityId))
                #expect(pulled.version == 10_000)
                #expect(pulled.pages == 20)
                let more = try await phone.app.post(
                    "/v1/sync/push",
                    String(
                        decoding: try JSONEncoder().encode(VaultClient.Push(blobs: blobs + blobs.prefix(1))),
                        as: UTF8.self
                    ))
                #expect(more.status == 400)
            }
        }

        @Test func `simultaneous pushes of two devices to two servers are all stored, with versions without gaps`()
            async throws
        {
            try await Practice.open { one in
                try await Practice.open { other in
                    let phone = VaultClient(try await one.signIn("patient1"), key: key)
                    let tablet = VaultClient(try await other.signIn("patient1"), key: key)
                    let results = try await withThrowingTaskGroup(of: VaultClient.PushAnswer.self) { group in
                        for device in [phone, tablet] {
                            for count in 1...3 {
                                let blobs = try (0..<5).map { try device.blob(UUID(), "\(count) \($0)") }
                                group.addTask { try await device.push(blobs) }
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(results.flatMap(\.rejected).isEmpty)
                    #expect(results.map(\.serverVersion).sorted() == [5, 10, 15, 20, 25, 30])
                    #expect(try await tablet.pullAll().blobs.count == 30)
                }
            }
        }

        @Test
        func `a pull after a version that the vault's feed lacks, as after a restored backup, gets the whole vault`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await devices(practice).phone
                _ = try await phone.push([try phone.blob(UUID(), "x")])
                let pulled = try await phone.pull(since: 77)
                #expect(pulled.blobs.count == 1)
                #expect(pulled.serverVersion == 1)
            }
        }

        @Test
        func
            `a second device reads the key envelope; a device with an outdated version cannot replace the envelope`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet) = try await devices(practice)
                let path = "/v1/sync/key-envelope"
                #expect(try await phone.app.get(path).status == 404)
                #expect(try await phone.app.put(path, #"{"envelope":"AAECAwQF"}"#)["version"]?.integer == 1)
                let seen = try await tablet.app.get(path)
                #expect(seen["envelope"]?.string == "AAECAwQF")
                let tag = try #require(seen.fields["etag"])
                let changed = try await tablet.app.send("PUT", path, #"{"envelope":"AQECAwQF"}"#, ["If-Match": tag])
                #expect(changed["version"]?.integer == 2)
                let stale = try await phone.app.send("PUT", path, #"{"envelope":"AgECAwQF"}"#, ["If-Match": tag])
                #expect(stale.status == 412)
                #expect(try await phone.app.put(path, #"{"envelope":"no!"}"#).status == 400)
            }
        }

        @Test func `emptying a vault deletes its entities, and the version of the vault's feed does not decrease`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await devices(practice).phone
                let entity = UUID()
                _ = try await phone.push([try phone.blob(entity, "a"), try phone.blob(UUID(), "b")])
                #expect(try await phone.app.delete("vault").status == 204)
                let pulled = try await phone.pull(since: 0)
                #expect(pulled.blobs.isEmpty)
                #expect(pulled.serverVersion > 2)
                #expect(try await phone.app.get("/v1/sync/entities/\(entity)/versions").status == 404)
                #expect(try await phone.push([try phone.blob(entity, "c")]).accepted.first?.newVersion == 1)
            }
        }

        @Test func `an erased account leaves no version and no entity of its vault in the database`() async throws {
            try await Practice.open { practice in
                let phone = try await devices(practice).phone
                _ = try await phone.push([try phone.blob(UUID(), "a")])
            }
            let left = try await TestDatabase.current.withConnection { connection in
                _ = try await connection.perform(
                    "SELECT forget_account(account_id, now()) FROM account WHERE email = 'patient1@spree.example'")
                return try await connection.perform(
                    "SELECT (SELECT count(*) FROM vault_account) + (SELECT count(*) FROM vault_entity)", effect: .reads)
            }
            #expect(try left.first?.int64(0) == 0)
        }
    }
}
