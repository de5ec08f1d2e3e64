extension Codec where Value == Int64 {
    /// A codec for the version of a document that clients read. The document's `ETag` contains the version too.
    public static var version: Codec {
        .int64.described(
            "Rises with every change, by one or more. Send it in `If-Match` as `\"<version>\"`, with the quotation marks, to "
                + "change only what you have read.")
    }

    /// A codec for the version of an entity that is part of a larger one. Both change together, so a part has the
    /// version of the larger entity, and `If-Match` compares that version.
    public static var versionOfPart: Codec {
        .int64.described("The version of the entity that this is part of. Rises with every change of either.")
    }

    /// A codec for the version of a document that never changes: always 1.
    public static var unchanging: Codec { .int64(1...1).described("Always 1: this never changes.") }
}
