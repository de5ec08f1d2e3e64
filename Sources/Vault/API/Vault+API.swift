public import Endpoints
import Identifiers
import JSON

extension Vault {
    /// All endpoints of the vault, with which the devices of an account synchronize encrypted entities.
    public static let endpoints: [Endpoint<VaultAction>] = [push, pull, versions, keyEnvelope, storeKeyEnvelope, empty]

    private static let tag = "Vault"

    private static let push = Endpoint<VaultAction>(
        .post, "/v1/sync/push", id: "pushVault", summary: "Store changed entities of the vault",
        details: """
            The blobs are encrypted by the client; the server cannot read them. A blob is accepted if this device has the \
            entity's current version, because it pulled or pushed it, or if `client_version` is higher than the server's \
            version. Otherwise it is rejected with `conflict` and kept. The same content again is accepted without a new \
            version, so a push may be repeated as a whole. A push has at most 10,000 blobs and 16 MiB.
            """,
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .largeBody(SyncPush.codec, ParsingLimits(bytes: VaultLimits.pushBytes, values: 100_000)),
        answers: [.ok(SyncPushAnswer.codec, "The outcome for each blob")]
    ) { caller, body in
        VaultAction { vault, now in
            SyncPushAnswer.codec.bytes(try await vault.push(body, by: caller.principal, at: now))
        }
    }

    private static let pull = Endpoint<VaultAction>(
        .get, "/v1/sync/pull", id: "pullVault", summary: "List changed entities of the vault",
        details: """
            The current version of each entity that has changed since a version of the account's feed. A deleted entity is \
            listed with `is_deleted` and an empty blob. If the feed has no such version, because the server was restored \
            to an earlier time, the list begins anew.
            """,
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .query(
            "since_version",
            Codec<Int64>.int64(0...Int64.max).described(
                "The `server_version` of the last page that the device has received (exclusive); 0 at first.")),
        .query(
            "device_id",
            Codec<UUIDBytes>.uuid.described("The id of this device, which it chose itself and does not change.")),
        answers: [.ok(SyncPullAnswer.codec, "The changed entities")]
    ) { caller, since, device in
        VaultAction { vault, now in
            SyncPullAnswer.codec.bytes(
                try await vault.pull(since: since, device: device, by: caller.principal, at: now))
        }
    }

    private static let versions = Endpoint<VaultAction>(
        .get, "/v1/sync/entities/{entity_id}/versions", id: "listVaultVersions",
        summary: "List the versions of an entity of the vault",
        details: """
            The current version, earlier versions, and blobs that were rejected because of a conflict, the latest first. \
            Besides the current version, the server keeps all versions of a dose log. Of other versions and of rejected \
            blobs it keeps the last 20 of each entity and the last 10,000 of an account. A page may have fewer than `limit` \
            versions, since its blobs have about one megabyte.
            """,
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .path("entity_id", Codec<UUIDBytes>.uuid.described("The entity's id.")),
        .page(limit: VaultLimits.pageVersions, most: VaultLimits.pageVersions, key: [.ordinal]),
        answers: [.page(of: EntityVersion.codec, "A page of versions")], problems: [.notFound]
    ) { caller, entity, page in
        VaultAction { vault, _ in try await vault.versions(of: entity, page, by: caller.principal) }
    }

    private static let keyEnvelope = Endpoint<VaultAction>(
        .get, "/v1/sync/key-envelope", id: "getKeyEnvelope", summary: "Show the encrypted key of the vault",
        details: "A device that cannot read the vault yet gets the key with it, if the person knows how to open it.",
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        answers: [.ok(KeyEnvelope.codec, "The key envelope")], problems: [.notFound]
    ) { caller in
        VaultAction { vault, _ in KeyEnvelope.codec.bytes(try await vault.keyEnvelope(of: caller.principal)) }
    }

    private static let storeKeyEnvelope = Endpoint<VaultAction>(
        .put, "/v1/sync/key-envelope", id: "storeKeyEnvelope", summary: "Store the encrypted key of the vault",
        details: "Replaces the earlier envelope. With `If-Match`, only the envelope that the device has seen.",
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .body(KeyEnvelopeBody.codec), .preconditions,
        answers: [.ok(KeyEnvelope.codec, "The key envelope as it is now")]
    ) { caller, body, preconditions in
        VaultAction { vault, now in
            KeyEnvelope.codec.bytes(
                try await vault.store(body, by: caller.principal, under: preconditions, at: now))
        }
    }

    private static let empty = Endpoint<VaultAction>(
        .delete, "/api/v1/vault", id: "emptyVault", summary: "Remove everything from the vault",
        details: """
            Removes all entities with their versions, and the key envelope. Devices keep what they have; an entity that a \
            device pushes afterwards is new.
            """,
        tag: tag, for: SignedIn.self, evenRestricted: true,
        answers: [.noContent("Nothing; the vault is empty")]
    ) { caller in
        VaultAction { vault, _ in
            try await vault.empty(by: caller.principal)
            return []
        }
    }
}
