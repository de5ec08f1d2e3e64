/// The type of a result's column, by PostgreSQL's fixed OIDs (`pg_type.dat`).
struct ResultColumnType: Hashable {
    let oid: UInt32

    static let bool = ResultColumnType(oid: 16)
    static let bytea = ResultColumnType(oid: 17)
    static let int8 = ResultColumnType(oid: 20)
    static let int2 = ResultColumnType(oid: 21)
    static let int4 = ResultColumnType(oid: 23)
    static let oid = ResultColumnType(oid: 26)
    static let json = ResultColumnType(oid: 114)
    static let float4 = ResultColumnType(oid: 700)
    static let float8 = ResultColumnType(oid: 701)
    static let date = ResultColumnType(oid: 1082)
    static let timestamp = ResultColumnType(oid: 1114)
    static let timestamptz = ResultColumnType(oid: 1184)
    static let uuid = ResultColumnType(oid: 2950)
    static let jsonb = ResultColumnType(oid: 3802)

    /// Whether the type's binary form is its text: `char`, `name`, `text`, `json`, `unknown`, `bpchar`, `varchar`, and
    /// types that were created in the database (enums, citext), whose OIDs begin at 16384.
    var isText: Bool {
        switch oid {
        case 18, 19, 25, 114, 705, 1042, 1043: true
        default: oid >= 16_384
        }
    }
}

extension RawSpan {
    /// All bytes of a span, as one integer in network byte order; `nil` if the span's length is not the integer's.
    func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> T? {
        guard byteCount == MemoryLayout<T>.size else { return nil }
        return bigEndian(type, at: 0)
    }

    /// The integer in network byte order at an offset of a span of bytes; `nil` if the span ends before the integer
    /// does.
    func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T? {
        guard offset >= 0, offset <= byteCount - MemoryLayout<T>.size else { return nil }
        return T(bigEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: T.self))
    }
}

extension [UInt8] {
    mutating func append(span: RawSpan) {
        unsafe span.withUnsafeBytes { unsafe append(contentsOf: $0) }
    }
}
