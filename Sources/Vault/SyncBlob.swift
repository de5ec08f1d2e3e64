import Identifiers
import JSON

/// An encrypted entity of a vault, as the client sends and receives it.
struct SyncBlob: Sendable {
    let entityID: UUIDBytes
    let entityType: String
    /// A blob's bytes, the encrypted entity, in Base64; empty for a deleted entity.
    let encryptedBlob: String
    let clientVersion: Int64
    let isDeleted: Bool

    static let codec = object(
        SyncBlob.init(entityID:entityType:encryptedBlob:clientVersion:isDeleted:),
        field("entity_id", \.entityID, .uuid.described("The entity's id, which the client chose.")),
        field(
            "entity_type", \.entityType,
            Codec<String>.string(1...64).described(
                "The kind of entity: `medication`, `schedule`, `doseLog`, `clinicalAnalysis` or `prescription`.")),
        field(
            "encrypted_blob", \.encryptedBlob,
            Codec<String>.string(max: VaultLimits.pushBytes).described(
                """
                The entity, encrypted by the client, in Base64 with padding (RFC 4648 §4): at least 28 bytes and at most \
                256 KiB. Empty for a deleted entity; a push may have the entity's last content, which is not kept.
                """)),
        field(
            "client_version", \.clientVersion,
            .int64.described(
                """
                In a push: the version that the client's change would become; a client that does not count sends 1. In a \
                pull: the entity's version on the server.
                """)),
        field("is_deleted", \.isDeleted, .bool.described("Whether the entity is deleted."))
    ).described("An encrypted entity of the vault.").named("SyncBlob")
}

/// The body of a push: the changed entities of a device.
struct SyncPush: Sendable {
    let blobs: [SyncBlob]

    static let codec = object(
        SyncPush.init(blobs:),
        field(
            "blobs", \.blobs,
            .array(SyncBlob.codec, 0...VaultLimits.pushBlobs).described(
                "The changed entities, in the order in which the changes were made."))
    ).described("Changed entities of a device.").named("SyncPush")
}
