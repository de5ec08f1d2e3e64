import JSON

/// A page of the changes in an account's vault.
struct SyncPullAnswer: Sendable {
    let blobs: [SyncBlob]
    let serverVersion: Int64
    let hasMore: Bool

    static let codec = object(
        SyncPullAnswer.init(blobs:serverVersion:hasMore:),
        field(
            "blobs", \.blobs,
            .array(SyncBlob.codec, 0...VaultLimits.pageEntities).described(
                "The current versions of the entities that have changed since, in the order of their changes.")),
        field(
            "server_version", \.serverVersion,
            .int64.described(
                """
                With `has_more`, the version of the feed up to which this page goes: ask for the next page with it. \
                Otherwise the version of the whole feed.
                """)),
        field("has_more", \.hasMore, .bool.described("Whether there are further changes."))
    ).described("Changed entities of the vault.").named("SyncPullAnswer")
}
