import Identifiers
import JSON

/// The answer to a push: the outcome for each blob.
struct SyncPushAnswer: Sendable {
    struct Accepted: Sendable {
        let entityID: UUIDBytes
        let newVersion: Int64

        static let codec = object(
            Accepted.init(entityID:newVersion:),
            field("entity_id", \.entityID, .uuid.described("The entity's id.")),
            field("new_version", \.newVersion, .int64.described("The entity's version on the server now."))
        ).described("An entity that the server has as it was pushed.").named("AcceptedBlob")
    }

    struct Rejected: Sendable {
        let entityID: UUIDBytes
        let reason: PushRejection
        let serverVersion: Int64

        static let codec = object(
            Rejected.init(entityID:reason:serverVersion:),
            field("entity_id", \.entityID, .uuid.described("The entity's id.")),
            field(
                "reason", \.reason,
                Codec<PushRejection>.stringEnum.described(
                    """
                    `conflict`: another device has changed the entity, and this device has not pulled that change; the \
                    pushed blob is kept, see `GET /v1/sync/entities/{entity_id}/versions`. `type_unknown`: the server does \
                    not know the kind of entity. `too_large`: the blob has more than 256 KiB, or the account has reached \
                    its limit (200,000 entities, 512 MiB). `malformed`: the blob is not Base64, has less than 28 bytes \
                    though the entity is not deleted, or belongs to an entity of another kind.
                    """)),
            field(
                "server_version", \.serverVersion,
                .int64.described("The entity's version on the server; 0 if the server does not have it."))
        ).described("A pushed blob that did not become the entity's current version.").named("RejectedBlob")
    }

    var accepted: [Accepted]
    var rejected: [Rejected]
    var serverVersion: Int64

    init(accepted: [Accepted], rejected: [Rejected], serverVersion: Int64) {
        self.accepted = accepted
        self.rejected = rejected
        self.serverVersion = serverVersion
    }

    mutating func add(_ decision: PushDecision) {
        accepted += decision.accepted.map { Accepted(entityID: $0.entity, newVersion: $0.version) }
        rejected += decision.rejected.map {
            Rejected(entityID: $0.entity, reason: $0.reason, serverVersion: $0.version)
        }
        serverVersion = decision.state.version
    }

    static let codec = object(
        SyncPushAnswer.init(accepted:rejected:serverVersion:),
        field(
            "accepted", \.accepted,
            .array(Accepted.codec, 0...VaultLimits.pushBlobs).described("The entities that the server has as pushed.")),
        field(
            "rejected", \.rejected,
            .array(Rejected.codec, 0...VaultLimits.pushBlobs).described("The entities that the server has otherwise.")),
        field(
            "server_version", \.serverVersion,
            .int64.described("The version of the account's feed after this push. It never decreases."))
    ).described("The outcome for each blob of a push.").named("SyncPushAnswer")
}
