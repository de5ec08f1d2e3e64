import Identifiers

/// The state of an account's vault that a push changes.
package struct VaultState: Hashable, Sendable {
    /// The version of the vault's feed.
    package var version: Int64 = 0
    /// The number of the account's last row in the table `vault_version`.
    package var ordinal: Int64 = 0
    package var entities: Int64 = 0
    package var bytes: Int64 = 0

    package init() {}
}

/// The reason why a blob of a push was not stored as its entity's new version.
package enum PushRejection: String, CaseIterable, Sendable {
    case conflict
    case typeUnknown = "type_unknown"
    case tooLarge = "too_large"
    case malformed
}

/// The decision about a chunk of a push: the outcome for each blob, and the rows to write.
package struct PushDecision: Sendable {
    package struct Accepted: Hashable, Sendable {
        package let entity: UUIDBytes
        package let version: Int64
    }

    package struct Rejected: Hashable, Sendable {
        package let entity: UUIDBytes
        package let reason: PushRejection
        /// The version of a blob's entity on the server; 0 if the server does not have the entity.
        package let version: Int64
    }

    /// A new version of an entity of a vault.
    package struct Change: Sendable {
        package let blob: CheckedBlob
        package let stored: StoredEntity
        /// The number of the row in `vault_version` for the version that is replaced; `nil` for a new entity.
        package let ordinalOfReplaced: Int64?
        /// The replaced version, if nobody knows yet whether the pushing device had it; otherwise `nil`.
        package let unsettled: StoredEntity?
    }

    /// A lost blob, which was rejected because of a conflict. The server keeps the blob, so that the person can still
    /// get it.
    package struct Lost: Sendable {
        package let blob: CheckedBlob
        package let type: VaultEntityType
        package let version: Int64
        package let ordinal: Int64
    }

    package private(set) var state: VaultState
    package private(set) var accepted: [Accepted] = []
    package private(set) var rejected: [Rejected] = []
    package private(set) var changes: [Change] = []
    package private(set) var lost: [Lost] = []

    /// Decides which blobs of a chunk become versions of their entities.
    ///
    /// A blob becomes the entity's new version if the vault does not have the entity yet, if the device has the
    /// entity's current version or may have it, or if the client version of the blob is higher than the entity's version
    /// on the server. A blob with the same content as the current version is accepted and changes nothing.
    ///
    /// - Parameters:
    ///   - chunk: the blobs, at most one for each entity.
    ///   - stored: the current versions of the chunk's entities.
    package init(
        _ chunk: [CheckedBlob], of device: PushingDevice, on state: VaultState, _ stored: [UUIDBytes: StoredEntity],
        _ limits: VaultLimits
    ) {
        self.state = state
        for blob in chunk { decide(blob, device, stored[blob.entity], limits) }
    }

    private mutating func decide(
        _ blob: CheckedBlob, _ device: PushingDevice, _ current: StoredEntity?, _ limits: VaultLimits
    ) {
        func reject(_ reason: PushRejection) {
            rejected.append(Rejected(entity: blob.entity, reason: reason, version: current?.version ?? 0))
        }
        guard let bytes = blob.blob else { return reject(.malformed) }
        guard let type = blob.type else { return reject(.typeUnknown) }
        guard bytes.count <= limits.largestBlob else { return reject(.tooLarge) }
        guard let current else {
            guard state.entities < limits.entities, hasRoom(for: bytes, limits) else { return reject(.tooLarge) }
            state.entities += 1
            return accept(blob, bytes, type, device.author, replacing: nil)
        }
        guard current.type == type else { return reject(.malformed) }
        if current.isDeleted == blob.isDeleted, current.digest == blob.digest {
            return accepted.append(Accepted(entity: blob.entity, version: current.version))
        }
        let knowledge = device.knowledge(of: current)
        guard knowledge != .lacks || blob.clientVersion > current.version else {
            state.ordinal += 1
            lost.append(Lost(blob: blob, type: type, version: current.version, ordinal: state.ordinal))
            return reject(.conflict)
        }
        let freed = type.keepsAllVersions ? 0 : Int64(current.size)
        guard blob.isDeleted || hasRoom(for: bytes, limits, freeing: freed) else { return reject(.tooLarge) }
        state.bytes -= freed
        accept(
            blob, bytes, type, device.author, replacing: current,
            isSettled: knowledge == .has || blob.clientVersion > current.version)
    }

    private func hasRoom(for bytes: [UInt8], _ limits: VaultLimits, freeing freed: Int64 = 0) -> Bool {
        state.bytes - freed + Int64(bytes.count) <= limits.bytes
    }

    private mutating func accept(
        _ blob: CheckedBlob, _ bytes: [UInt8], _ type: VaultEntityType, _ author: Author,
        replacing current: StoredEntity?, isSettled: Bool = true
    ) {
        state.version += 1
        state.bytes += Int64(bytes.count)
        if current != nil { state.ordinal += 1 }
        let version = (current?.version ?? 0) + 1
        let stored = StoredEntity(
            type: type, version: version, position: state.version, isDeleted: blob.isDeleted, digest: blob.digest,
            size: bytes.count, session: author.session, device: author.device)
        changes.append(
            Change(
                blob: blob, stored: stored, ordinalOfReplaced: current.map { _ in state.ordinal },
                unsettled: isSettled ? nil : current))
        accepted.append(Accepted(entity: blob.entity, version: version))
    }
}

extension PushDecision {
    /// A replaced version of an entity that becomes the current one again.
    package struct Restored: Sendable {
        let blob: CheckedBlob
        let author: Author
        let current: StoredEntity
    }

    /// Puts replaced versions back, because the devices that replaced them did not have them. The versions that replaced
    /// them become earlier versions.
    init(restoring restored: [Restored], on state: VaultState) {
        self.state = state
        for version in restored {
            let (blob, bytes) = (version.blob, version.blob.blob ?? [])
            if !version.current.type.keepsAllVersions { self.state.bytes -= Int64(version.current.size) }
            accept(blob, bytes, version.current.type, version.author, replacing: version.current)
        }
    }
}
