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

    /// The maximum number of earlier versions and lost blobs that the vault keeps for one entity. All versions of dose
    /// logs are kept in addition.
    static let earlierVersions: Int64 = 20
    /// The maximum number of earlier versions and lost blobs that the vault keeps for all entities of an account. All
    /// versions of dose logs are kept in addition.
    static let earlierVersionsOfAccount: Int64 = 10_000
    /// The number of versions by which an account's vault may exceed `earlierVersionsOfAccount` until the oldest ones
    /// are deleted. They are not deleted at each push, since that reads all earlier versions of the account.
    static let keptBetweenPrunings: Int64 = 100
    /// The maximum number of an account's devices for which the server remembers how far each has pulled the vault.
    static let devices: Int64 = 50
    /// The maximum number of entities in a page of a pull.
    static let pageEntities = 500
    /// The number of bytes of blobs after which a page of a pull, or of an entity's versions, ends. The last blob of a
    /// page may exceed that number.
    static let pageBytes = 1 << 20
    /// The maximum number of versions in a page of an entity's versions.
    static let pageVersions = 50
    /// The maximum number of blobs in a push.
    static let pushBlobs = 10_000
    /// The maximum size of the JSON of a push in bytes.
    static let pushBytes = 16 << 20
    /// The maximum size of a key envelope in bytes.
    static let envelope = 4096
}
