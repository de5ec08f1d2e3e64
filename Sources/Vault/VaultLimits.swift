/// The limits of the vault of one account.
package struct VaultLimits: Sendable {
    /// The minimum size of an encrypted blob in bytes: a nonce of 12 bytes and a tag of 16 bytes (AES-GCM).
    static let smallestBlob = 28
    /// The maximum size of an encrypted blob in bytes.
    var largestBlob = 256 * 1024
    /// The maximum number of entities in a vault, deleted entities included.
    var entities: Int64 = 200_000
    /// The maximum size of a vault in bytes: of the current versions of all entities and of all versions of dose logs.
    var bytes: Int64 = 512 * 1024 * 1024

    package init() {}

    /// Creates smaller limits of a vault, for tests.
    package init(largestBlob: Int, entities: Int64, bytes: Int64) {
        self.largestBlob = largestBlob
        self.entities = entities
        self.bytes = bytes
    }

    /// The maximum number of earlier versions and lost blobs that the vault keeps for one entity, and for all entities
    /// of an account. All versions of dose logs are kept besides.
    static let earlierVersions: Int64 = 20
    static let earlierVersionsOfAccount: Int64 = 10_000
    /// The maximum number of devices of an account of which the server remembers how far they have pulled the vault.
    static let devices: Int64 = 50
    /// The maximum number of entities in a page of a pull, and the maximum number of bytes in the blobs of a page.
    static let pageEntities = 500
    static let pageBytes = 1 << 20
    /// The maximum number of blobs in a push, and of bytes in its JSON.
    static let pushBlobs = 10_000
    static let pushBytes = 16 << 20
    /// The maximum size of a key envelope in bytes.
    static let envelope = 4096
}
