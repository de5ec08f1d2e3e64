public import JSON

/// The JSON of a page whose entries are not stored documents: `{"items":[…],"next_cursor":…,"has_more":…}`.
extension Page {
    /// The JSON of a page whose entries are written with a codec.
    ///
    /// - Parameter next: the cursor of the next page; `nil` on the last page.
    public static func bytes<Value>(_ values: [Value], _ codec: Codec<Value>, next: String? = nil) -> [UInt8] {
        bytes(values, next: next) { writer, value in codec.encode(value, to: &writer) }
    }

    /// The JSON of a page whose entries a closure writes.
    ///
    /// - Parameters:
    ///   - next: the cursor of the next page; `nil` on the last page.
    ///   - write: writes one entry.
    public static func bytes<Value>(
        _ values: [Value], next: String? = nil, _ write: (inout JSONWriter, Value) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("items")
            writer.array(values) { writer, value in write(&writer, value) }
            writer.name("next_cursor")
            if let next { writer.write(next) } else { writer.writeNull() }
            writer.name("has_more")
            writer.write(next != nil)
        }
        return writer.bytes
    }
}
