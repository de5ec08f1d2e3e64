import ClinicTestSupport
import Crypto
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests which versions of a vault's entities are kept and listed.
    @Suite struct VaultVersions {
        private let key = SymmetricKey(size: .bits256)

        @Test func `O39 every version of a dose log is kept, and the last twenty earlier versions of a medication`()
            async throws
        {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                for type in ["doseLog", "medication"] {
                    let entity = UUID()
                    for count in 1...24 {
                        let answer = try await phone.push([try phone.blob(entity, "\(count)", type: type)])
                        #expect(answer.accepted.first?.newVersion == Int64(count))
                    }
                    let numbers = try await phone.versions(of: entity).map { try $0.integer("version") }
                    let oldest = type == "doseLog" ? 1 : 4
                    #expect(numbers == (oldest...24).reversed().map(Int64.init))
                }
                let unknown = try await phone.push([try phone.blob(UUID(), "x", type: "letter")])
                #expect(unknown.rejected.map(\.reason) == ["type_unknown"])
            }
        }

        @Test func `O38 the last twenty lost blobs of an entity are kept`() async throws {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                let tablet = VaultClient(try await practice.signIn("patient1"), key: key)
                let entity = UUID()
                for device in [phone, tablet] { _ = try await device.pull(since: 0) }
                _ = try await phone.push([try phone.blob(entity, "400 mg")])
                let edits = try (1...24).map { try tablet.blob(entity, "\($0) mg") }
                for edit in edits { #expect(try await tablet.push([edit]).rejected.map(\.reason) == ["conflict"]) }
                let list = try await phone.versions(of: entity)
                #expect(list.compactMap { $0["kind"]?.string } == ["current"] + (1...20).map { _ in "lost" })
                let kept = list.dropFirst().compactMap { $0["encrypted_blob"]?.string }
                #expect(kept == edits.suffix(20).reversed().map { $0.encryptedBlob.base64EncodedString() })
            }
        }

        @Test
        func `O39 if an account has over 10,000 lost blobs, the oldest are deleted, but no version of a dose log`()
            async throws
        {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                let medications = (0..<100).map { _ in UUID() }
                _ = try await phone.push(try medications.map { try phone.blob($0, "400 mg") })
                // Lost blobs of other entities get the ordinals 1 to 10,050, versions of dose logs 10,051 to 20,000.
                _ = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform([
                        """
                        INSERT INTO vault_version (account_id, entity_id, ordinal, entity_type, version, is_lost, is_deleted,
                            blob, stored_at)
                        SELECT account_id, gen_random_uuid(), n, CASE WHEN n <= 10050 THEN 'medication' ELSE 'doseLog' END, 1,
                            n <= 10050, false, decode('00', 'hex'), now()
                        FROM vault_account, generate_series(1, 20000) AS n
                        """,
                        "UPDATE vault_account SET last_ordinal = 20000",
                    ])
                }
                let edits = try await phone.push(try medications.map { try phone.blob($0, "600 mg") })
                #expect(edits.accepted.map(\.newVersion) == medications.map { _ in 2 })
                let kept = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform(
                        """
                        SELECT count(*) FILTER (WHERE is_lost OR entity_type <> 'doseLog'), min(ordinal),
                            count(*) FILTER (WHERE entity_type = 'doseLog')
                        FROM vault_version
                        """, effect: .reads
                    ).only
                }
                #expect(try (0..<3).map { try kept.int64($0) } == [10_000, 151, 9_950])
            }
        }

        @Test
        func `O39 an account's lost blobs beyond 10,000 are deleted even if only dose logs are pushed afterwards`()
            async throws
        {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                let logs = (0..<10).map { _ in UUID() }
                _ = try await phone.push(try logs.map { try phone.blob($0, "taken", type: "doseLog") })
                _ = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform([
                        """
                        INSERT INTO vault_version (account_id, entity_id, ordinal, entity_type, version, is_lost, is_deleted,
                            blob, stored_at)
                        SELECT account_id, gen_random_uuid(), n, 'medication', 1, true, false, decode('00', 'hex'), now()
                        FROM vault_account, generate_series(1, 10095) AS n
                        """,
                        "UPDATE vault_account SET last_ordinal = 10095",
                    ])
                }
                _ = try await phone.push(try logs.map { try phone.blob($0, "taken late", type: "doseLog") })
                let lost = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform("SELECT count(*) FROM vault_version WHERE is_lost", effect: .reads)
                        .only
                }
                #expect(try lost.int64(0) == 10_000)
            }
        }

        @Test
        func `O39 over 50 versions of a dose log are listed in pages, each one once, even if one is added meanwhile`()
            async throws
        {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                let (entity, count) = (UUID(), Int64(60))
                let pushed = try await phone.push(
                    (1...count).map { try phone.blob(entity, "\($0)", type: "doseLog") })
                #expect(pushed.accepted.map(\.newVersion) == Array(1...count))
                let path = "/v1/sync/entities/\(entity)/versions"
                let first = try await phone.app.get(path)
                #expect(first.items.count == 50 && first["has_more"]?.bool == true)
                let newest = try await phone.app.get("\(path)?limit=1")
                #expect(try newest.items.map { try $0.integer("version") } == [count])
                let added = try await phone.push([try phone.blob(entity, "one more", type: "doseLog")])
                #expect(added.accepted.map(\.newVersion) == [count + 1])
                for limit in [1, 7, 50] {
                    let older = try await phone.versions(of: entity, limit: limit, after: newest.text("next_cursor"))
                    #expect(try older.map { try $0.integer("version") } == (1..<count).reversed())
                    #expect(Set(older.map { $0["kind"]?.string }) == ["earlier"])
                }
                let all = try await phone.versions(of: entity)
                #expect(try all.map { try $0.integer("version") } == (1...count + 1).reversed())
                #expect(try await phone.app.get("\(path)?limit=51").status == 400)
                #expect(try await phone.app.get("\(path)?cursor=AQ").status == 400)
                let stranger = try await practice.signIn("patient2")
                let cursor = try newest.text("next_cursor")
                #expect(try await stranger.get("\(path)?cursor=\(cursor)").status == 404)
            }
        }

        @Test
        func `a page of an entity's versions has about one megabyte of blobs, and the next page has the other blobs`()
            async throws
        {
            try await Practice.open { practice in
                let phone = VaultClient(try await practice.signIn("patient1"), key: key)
                let (entity, count) = (UUID(), Int64(8))
                let large = String(repeating: "x", count: 250_000)
                for _ in 1...count {
                    let pushed = try await phone.push([try phone.blob(entity, large, type: "doseLog")])
                    #expect(pushed.accepted.count == 1)
                }
                let page = try await phone.app.get("/v1/sync/entities/\(entity)/versions")
                #expect(page.items.count == 5 && page["has_more"]?.bool == true)
                let numbers = try await phone.versions(of: entity).map { try $0.integer("version") }
                #expect(numbers == (1...count).reversed())
            }
        }
    }
}
