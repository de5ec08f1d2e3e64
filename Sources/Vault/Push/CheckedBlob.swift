import Crypto
import Foundation
import Identifiers

/// A blob of a push after it was decoded and checked.
package struct CheckedBlob: Sendable {
    package let entity: UUIDBytes
    /// The kind of the entity in a blob; `nil` if the server does not know the kind.
    package let type: VaultEntityType?
    /// The bytes of a blob, empty for a deleted entity, even if the client sent the entity's last content with the
    /// deletion; `nil` if the client sent something that cannot be an encrypted entity.
    package let blob: [UInt8]?
    /// The SHA-256 of an encrypted entity.
    package let digest: [UInt8]
    package let clientVersion: Int64
    package let isDeleted: Bool

    package init(entity: UUIDBytes, type: String, base64: String, clientVersion: Int64, isDeleted: Bool) {
        self.entity = entity
        self.type = VaultEntityType(rawValue: type)
        self.clientVersion = clientVersion
        self.isDeleted = isDeleted
        let bytes = Data(base64Encoded: base64).map { Array($0) }
        let isWellFormed =
            clientVersion >= 0
            && bytes.map { isDeleted || $0.count >= VaultLimits.smallestBlob } ?? false
        blob = isWellFormed ? isDeleted ? [] : bytes : nil
        digest = Array(SHA256.hash(data: blob ?? []))
    }

    init(_ blob: SyncBlob) {
        self.init(
            entity: blob.entityID, type: blob.entityType, base64: blob.encryptedBlob,
            clientVersion: blob.clientVersion, isDeleted: blob.isDeleted)
    }

    /// Divides the blobs of a push into chunks, in order. Each chunk is stored in one transaction, and has at most one
    /// blob for each entity.
    static func chunks(_ blobs: [CheckedBlob]) -> [[CheckedBlob]] {
        var chunks: [[CheckedBlob]] = []
        var chunk: [CheckedBlob] = []
        var entities: Set<UUIDBytes> = []
        var bytes = 0
        for blob in blobs {
            let size = blob.blob?.count ?? 0
            if entities.contains(blob.entity) || chunk.count == largestChunk || bytes + size > chunkBytes {
                chunks.append(chunk)
                chunk = []
                entities = []
                bytes = 0
            }
            chunk.append(blob)
            entities.insert(blob.entity)
            bytes += size
        }
        if !chunk.isEmpty { chunks.append(chunk) }
        return chunks.filter { !$0.isEmpty }
    }

    private static let largestChunk = 250
    private static let chunkBytes = 1 << 20
}
