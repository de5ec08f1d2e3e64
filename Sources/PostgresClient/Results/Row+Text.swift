public import Identifiers

extension Row {
    /// Reads a column as text: `text`, `varchar`, `name`, enums, `json`, `jsonb`, `uuid` and whole numbers.
    public func text(_ column: Int) throws(PostgresError) -> String { try required(column, Self.text) }
    public func optionalText(_ column: Int) throws(PostgresError) -> String? { try optional(column, Self.text) }

    /// Reads the bytes of a `bytea` column, or of one with text or a JSON document.
    public func bytes(_ column: Int) throws(PostgresError) -> [UInt8] { try required(column, Self.bytes) }
    public func optionalBytes(_ column: Int) throws(PostgresError) -> [UInt8]? { try optional(column, Self.bytes) }

    public func uuid(_ column: Int) throws(PostgresError) -> UUIDBytes { try required(column, Self.uuid) }
    public func optionalUUID(_ column: Int) throws(PostgresError) -> UUIDBytes? { try optional(column, Self.uuid) }

    /// Appends the text of a column's value to `output` without creating a string. NULL appends no bytes.
    public func appendText(_ column: Int, to output: inout [UInt8]) throws(PostgresError) {
        _ = try optional(column) { (type, bytes) throws(PostgresError) in Self.appendText(type, bytes, to: &output) }
    }

    static func text(_ type: ResultColumnType, _ bytes: RawSpan) -> String? {
        if type.isText { return unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
        var output: [UInt8] = []
        guard appendText(type, bytes, to: &output) != nil else { return nil }
        return String(decoding: output, as: UTF8.self)
    }

    static func appendText(_ type: ResultColumnType, _ bytes: RawSpan, to output: inout [UInt8]) -> Void? {
        if type.isText { return output.append(span: bytes) }
        switch type {
        case .jsonb: return bytes.byteCount > 0 ? output.append(span: bytes.extracting(1...)) : nil
        case .uuid: return uuid(type, bytes).map { $0.appendText(to: &output) }
        case .int8, .int4, .int2, .oid: return int64(type, bytes).map { output.append(contentsOf: String($0).utf8) }
        case .bool: return bool(type, bytes).map { output.append(contentsOf: ($0 ? "true" : "false").utf8) }
        default: return nil
        }
    }

    static func bytes(_ type: ResultColumnType, _ bytes: RawSpan) -> [UInt8]? {
        guard type == .bytea || type == .jsonb || type.isText else { return nil }
        if type == .jsonb, bytes.byteCount == 0 { return nil }
        var output: [UInt8] = []
        output.append(span: type == .jsonb ? bytes.extracting(1...) : bytes)
        return output
    }

    static func uuid(_ type: ResultColumnType, _ bytes: RawSpan) -> UUIDBytes? {
        guard type == .uuid, bytes.byteCount == 16, let high = bytes.bigEndian(UInt64.self, at: 0),
            let low = bytes.bigEndian(UInt64.self, at: 8)
        else { return nil }
        return UUIDBytes(high: high, low: low)
    }
}
