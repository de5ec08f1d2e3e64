public import Identifiers

/// Readers of columns with arrays of one dimension. A NULL among the elements is a `protocolViolation`.
extension Row {
    /// Reads a column of the type `bigint[]`, `integer[]` or `smallint[]`.
    public func int64s(_ column: Int) throws(PostgresError) -> [Int64] { try elements(column, Self.int64) }

    /// Reads a column of the type `text[]`, `varchar[]`, `json[]` or array of an enum.
    public func texts(_ column: Int) throws(PostgresError) -> [String] { try elements(column, Self.text) }

    public func uuids(_ column: Int) throws(PostgresError) -> [UUIDBytes] { try elements(column, Self.uuid) }

    private func elements<Element>(
        _ column: Int, _ decode: (ResultColumnType, RawSpan) -> Element?
    ) throws(PostgresError) -> [Element] {
        try required(column) { (_, bytes) throws(PostgresError) in Self.decode(bytes, decode) }
    }

    /// Decodes an array in PostgreSQL's binary format: dimensions, NULL flag, element type, length and lower bound;
    /// then the length and the bytes of each element.
    private static func decode<Element>(_ bytes: RawSpan, _ decode: (ResultColumnType, RawSpan) -> Element?)
        -> [Element]?
    {
        guard let dimensions = bytes.bigEndian(Int32.self, at: 0), let oid = bytes.bigEndian(UInt32.self, at: 8) else {
            return nil
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = bytes.bigEndian(Int32.self, at: 12), count >= 0 else { return nil }
        var elements: [Element] = []
        var offset = 20
        for _ in 0..<count {
            guard let length = bytes.bigEndian(Int32.self, at: offset), length >= 0,
                Int(length) <= bytes.byteCount - offset - 4
            else { return nil }
            offset += 4
            let value = bytes.extracting(offset..<offset + Int(length))
            guard let element = decode(ResultColumnType(oid: oid), value) else { return nil }
            elements.append(element)
            offset += Int(length)
        }
        return elements
    }
}
