/// The end of a page of a list, given by the sort key of the page's last row. It is opaque to clients.
///
/// It is sent as base64url of a version byte and, for each value, a length and UTF-8. It contains no secret and grants
/// no access. An altered cursor is either refused or begins the page at another row.
public struct Cursor: Hashable, Sendable {
    public let values: [String]

    public init(_ values: [String]) { self.values = values }

    private static let version: UInt8 = 1
    /// The maximum length of a cursor's text. A sort key is at most a name and an id.
    static let longest = 2000

    public var text: String {
        var bytes = [Cursor.version]
        for value in values {
            let utf8 = Array(value.utf8)
            bytes.append(UInt8(truncatingIfNeeded: utf8.count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: utf8.count))
            bytes += utf8
        }
        return Base64URL.encode(bytes)
    }

    /// Reads a cursor; `nil` if the text cannot be a cursor that this API has sent.
    public init?(_ text: String) {
        guard text.utf8.count <= Cursor.longest, let bytes = Base64URL.decode(Array(text.utf8)),
            bytes.first == Cursor.version
        else { return nil }
        var rest = bytes.dropFirst()
        var values: [String] = []
        while let high = rest.popFirst() {
            guard let low = rest.popFirst() else { return nil }
            let count = Int(high) << 8 | Int(low)
            guard count <= rest.count, let value = String(validating: rest.prefix(count), as: UTF8.self) else {
                return nil
            }
            values.append(value)
            rest = rest.dropFirst(count)
        }
        self.values = values
    }
}

/// The form of one value of a cursor. A forged cursor with another form gets 400 and never reaches the database.
public struct CursorKey: Sendable {
    let accepts: @Sendable (String) -> Bool

    public init(_ accepts: @escaping @Sendable (String) -> Bool) { self.accepts = accepts }
}
