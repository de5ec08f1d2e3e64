public import JSON

/// The part of a list that a request asks for: the maximum number of rows, and the row after which they begin.
public struct Page: Hashable, Sendable {
    public let limit: Int
    /// The sort key of the last row that the client has; `nil` for the first page.
    public let after: Cursor?

    public init(limit: Int, after: Cursor?) {
        self.limit = limit
        self.after = after
    }

    /// The schema of a page: `{"items":[…],"next_cursor":…,"has_more":…}`.
    public static func schema(of item: Schema) -> Schema {
        .object([
            Schema.Property(
                name: "items",
                schema: Schema(.array).with { $0.items = [item] }.described("The entries of this page, in order."),
                isRequired: true),
            Schema.Property(
                name: "next_cursor",
                schema: Schema(.string, .null).described("Give it as `cursor` to get the next page; null on the last."),
                isRequired: true),
            Schema.Property(
                name: "has_more",
                schema: Schema(.boolean).described("Whether there is a next page."), isRequired: true),
        ])
    }
}

extension Input where Value == Page {
    /// The parameters `limit` and `cursor` of a list.
    ///
    /// - Parameter key: the forms of the sort key's values, in their order in the cursor.
    public static func page(limit standard: Int = 50, most: Int = 200, key: [CursorKey]) -> Input {
        let limit = Input<Int>.query(
            "limit", .int(1...most).described("How many entries a page has at most."), default: standard)
        let cursor = Input<Cursor?>.optionalQuery("cursor", .cursor(key))
        var takes = limit.takes
        takes.add(cursor.takes)
        return Input(takes) { reading throws(InputFailure) in
            Page(limit: try limit.read(reading), after: try cursor.read(reading))
        }
    }
}

extension Codec where Value == Cursor {
    static func cursor(_ key: [CursorKey]) -> Codec {
        let schema = Schema(.string).with {
            $0.text = "The `next_cursor` of the page before."
            $0.pattern = "^[A-Za-z0-9_-]+$"
            $0.maxLength = Cursor.longest
        }
        return .ascii(schema, code: "bad_cursor", detail: "must be the next_cursor of an earlier page") { bytes in
            guard let cursor = Cursor(String(decoding: bytes, as: UTF8.self)), cursor.values.count == key.count,
                zip(key, cursor.values).allSatisfy({ $0.accepts($1) })
            else { return nil }
            return cursor
        } append: { cursor, bytes in
            bytes += Array(cursor.text.utf8)
        }
    }
}
