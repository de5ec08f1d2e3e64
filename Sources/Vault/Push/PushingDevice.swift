public import EventSourcing
import Identifiers

/// The current version of an entity of a vault, as the server stores it.
package struct StoredEntity: Hashable, Sendable {
    package let type: VaultEntityType
    package let version: Int64
    package let position: Int64
    package let isDeleted: Bool
    package let digest: [UInt8]
    package let size: Int
    /// The session that pushed the entity's current version, and that session's device if the server knows it.
    package let session: UUIDBytes
    package let device: UUIDBytes?
    /// When the entity got this version; `nil` for a version that is not stored yet.
    package let changedAt: Instant?

    package init(
        type: VaultEntityType, version: Int64, position: Int64, isDeleted: Bool, digest: [UInt8], size: Int,
        session: UUIDBytes, device: UUIDBytes?, changedAt: Instant? = nil
    ) {
        self.type = type
        self.version = version
        self.position = position
        self.isDeleted = isDeleted
        self.digest = digest
        self.size = size
        self.session = session
        self.device = device
        self.changedAt = changedAt
    }
}

/// The session that wrote a version of an entity, and its device if the server knows it.
package struct Author: Hashable, Sendable {
    package let session: UUIDBytes
    package let device: UUIDBytes?
}

extension StoredEntity {
    var author: Author { Author(session: session, device: device) }
}

extension PushingDevice {
    var author: Author { Author(session: session, device: device) }
}

/// A device of an account that has pulled the vault.
public struct KnownDevice: Hashable, Sendable {
    public let id: UUIDBytes
    /// The session in which the device has pulled last.
    public let session: UUIDBytes
    /// The version of the vault's feed up to which the device has pulled, and when it did so last.
    public let pulled: Int64
    public let pulledAt: Instant

    public init(id: UUIDBytes, session: UUIDBytes, pulled: Int64, pulledAt: Instant) {
        self.id = id
        self.session = session
        self.pulled = pulled
        self.pulledAt = pulledAt
    }

    /// Whether this device has a version of an entity, because it pulled or pushed that version.
    ///
    /// - Parameters:
    ///   - position: the version of the vault's feed at which the entity got that version.
    ///   - author: who wrote the version.
    func has(_ position: Int64, by author: Author) -> Bool {
        position <= pulled || author.device == id || author.session == session
    }
}

/// The session that pushes to a vault, its device, and how far the device has pulled.
package struct PushingDevice: Hashable, Sendable {
    package let session: UUIDBytes
    /// The device of the pushing session; `nil` if the session has not pulled and did not name its device at login.
    package let device: UUIDBytes?
    /// The version of the vault's feed up to which the pushing device has pulled.
    package let pulled: Int64
    /// The devices of which an unknown one may be one, and when its session was opened; `nil` if the device is known.
    package let candidates: Candidates?

    package struct Candidates: Hashable, Sendable {
        package let devices: [KnownDevice]
        package let openedAt: Instant

        package init(_ devices: [KnownDevice], openedAt: Instant) {
            self.devices = devices
            self.openedAt = openedAt
        }
    }

    package init(session: UUIDBytes, device: UUIDBytes?, pulled: Int64, candidates: Candidates? = nil) {
        self.session = session
        self.device = device
        self.pulled = pulled
        self.candidates = candidates
    }

    package enum Knowledge: Hashable, Sendable { case has, mayHave, lacks }

    /// Whether the pushing device has the current version of an entity, because the device pulled or pushed that
    /// version.
    ///
    /// An app that signs in anew pushes before it pulls, and a push does not name the device. Such a session may be on
    /// any device that has not been seen in another session since this one was opened. The first pull tells which one it
    /// is (`Vault.settle`).
    package func knowledge(of entity: StoredEntity) -> Knowledge {
        if entity.position <= pulled || entity.session == session || (device != nil && entity.device == device) {
            return .has
        }
        guard let candidates else { return .lacks }
        let possible = candidates.devices.filter { $0.pulledAt <= candidates.openedAt }
        if possible.contains(where: { $0.has(entity.position, by: entity.author) }) { return .mayHave }
        // A session that never pulled wrote the version: perhaps the previous session of this device.
        let isAnonymous =
            entity.device == nil && !candidates.devices.contains { $0.session == entity.session }
            && entity.changedAt.map { $0 <= candidates.openedAt } ?? false
        return isAnonymous ? .mayHave : .lacks
    }
}
