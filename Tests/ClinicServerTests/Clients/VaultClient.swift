import ClinicTestSupport
import Crypto
import Foundation
import JSON

/// A client of the vault with all of its calls, which pushes many blobs at once. It encrypts entities with a key that only
/// the person's devices have, always pushes the client version 1, and decodes with Foundation's `JSONDecoder`, which fails
/// at a missing member, and at a UUID or Base64 text that Foundation does not read.
struct VaultClient {
    struct Blob: Codable, Equatable {
        let entityId: UUID
        let entityType: String
        let encryptedBlob: Data
        let clientVersion: Int64
        let isDeleted: Bool

        enum CodingKeys: String, CodingKey {
            case entityId = "entity_id"
            case entityType = "entity_type"
            case encryptedBlob = "encrypted_blob"
            case clientVersion = "client_version"
            case isDeleted = "is_deleted"
        }
    }

    struct Push: Encodable {
        let blobs: [Blob]
    }

    struct PushAnswer: Decodable {
        struct Accepted: Decodable, Equatable {
            let entityId: UUID
            let newVersion: Int64

            enum CodingKeys: String, CodingKey {
                case entityId = "entity_id"
                case newVersion = "new_version"
            }
        }

        struct Rejected: Decodable, Equatable {
            let entityId: UUID
            let reason: String
            let serverVersion: Int64

            enum CodingKeys: String, CodingKey {
                case entityId = "entity_id"
                case reason
                case serverVersion = "server_version"
            }
        }

        let accepted: [Accepted]
        let rejected: [Rejected]
        let serverVersion: Int64

        enum CodingKeys: String, CodingKey {
            case accepted, rejected
            case serverVersion = "server_version"
        }
    }

    struct PullAnswer: Decodable {
        let blobs: [Blob]
        let serverVersion: Int64
        let hasMore: Bool

        enum CodingKeys: String, CodingKey {
            case blobs
            case serverVersion = "server_version"
            case hasMore = "has_more"
        }
    }

    let app: App
    let device: UUID
    let key: SymmetricKey

    init(_ app: App, key: SymmetricKey, device: UUID = UUID()) {
        self.app = app
        self.device = device
        self.key = key
    }

    /// Encrypts an entity: nonce, ciphertext and tag of AES-GCM.
    func encrypted(_ text: String) throws -> Data {
        try AES.GCM.seal(Data(text.utf8), using: key).combined ?? Data()
    }

    func blob(_ entity: UUID, _ text: String, type: String = "medication") throws -> Blob {
        Blob(
            entityId: entity, entityType: type, encryptedBlob: try encrypted(text), clientVersion: 1, isDeleted: false)
    }

    static func tombstone(_ entity: UUID, type: String = "medication") -> Blob {
        Blob(entityId: entity, entityType: type, encryptedBlob: Data(), clientVersion: 1, isDeleted: true)
    }

    func push(_ blobs: [Blob]) async throws -> PushAnswer {
        let body = String(decoding: try JSONEncoder().encode(Push(blobs: blobs)), as: UTF8.self)
        let answer = try await app.post("/v1/sync/push", body)
        guard answer.status == 200 else { throw Missing(what: "an accepted push: \(answer.status)") }
        return try JSONDecoder().decode(PushAnswer.self, from: Data(answer.body))
    }

    func pull(since version: Int64) async throws -> PullAnswer {
        let answer = try await app.get("/v1/sync/pull?since_version=\(version)&device_id=\(device.uuidString)")
        guard answer.status == 200 else { throw Missing(what: "a pull: \(answer.status)") }
        return try JSONDecoder().decode(PullAnswer.self, from: Data(answer.body))
    }

    /// Pulls the pages of the vault's changes until there are no further changes.
    func pullAll(since version: Int64 = 0) async throws -> (blobs: [Blob], version: Int64, pages: Int) {
        var (blobs, version, pages): ([Blob], Int64, Int) = ([], version, 0)
        while true {
            let page = try await pull(since: version)
            blobs += page.blobs
            version = page.serverVersion
            pages += 1
            if !page.hasMore { return (blobs, version, pages) }
        }
    }

    /// Lists the versions and lost blobs of an entity, the latest first, page by page until there are no further ones.
    func versions(of entity: UUID, limit: Int = 50, after cursor: String? = nil) async throws -> [JSONValue] {
        var (versions, cursor): ([JSONValue], String?) = ([], cursor)
        repeat {
            let query = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await app.get("/v1/sync/entities/\(entity.uuidString)/versions?limit=\(limit)\(query)")
            guard page.status == 200 else { throw Missing(what: "versions of an entity: \(page.status)") }
            versions += page.items
            cursor = page["next_cursor"]?.string
        } while cursor != nil
        return versions
    }
}
