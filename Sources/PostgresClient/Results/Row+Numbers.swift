extension Row {
    /// Reads a column of the type `bigint`, `integer`, `smallint` or `oid`.
    public func int64(_ column: Int) throws(PostgresError) -> Int64 { try required(column, Self.int64) }
    public func optionalInt64(_ column: Int) throws(PostgresError) -> Int64? { try optional(column, Self.int64) }

    /// Reads a column of the type `bigint`, `integer`, `smallint` or `oid` as an `Int`, for counts and sizes.
    public func int(_ column: Int) throws(PostgresError) -> Int { Int(try int64(column)) }
    public func optionalInt(_ column: Int) throws(PostgresError) -> Int? { try optionalInt64(column).map { Int($0) } }

    /// Reads a column of the type `integer` or `smallint`.
    public func int32(_ column: Int) throws(PostgresError) -> Int32 { try required(column, Self.int32) }
    public func optionalInt32(_ column: Int) throws(PostgresError) -> Int32? { try optional(column, Self.int32) }

    public func bool(_ column: Int) throws(PostgresError) -> Bool { try required(column, Self.bool) }
    public func optionalBool(_ column: Int) throws(PostgresError) -> Bool? { try optional(column, Self.bool) }

    /// Reads a column of the type `double precision` or `real`. Cast a `numeric` in the query.
    public func double(_ column: Int) throws(PostgresError) -> Double { try required(column, Self.double) }
    public func optionalDouble(_ column: Int) throws(PostgresError) -> Double? { try optional(column, Self.double) }

    static func int64(_ type: ResultColumnType, _ bytes: RawSpan) -> Int64? {
        switch type {
        case .int8: bytes.bigEndian(Int64.self)
        case .int4, .int2: int32(type, bytes).map { Int64($0) }
        case .oid: bytes.bigEndian(UInt32.self).map { Int64($0) }
        default: nil
        }
    }

    static func int32(_ type: ResultColumnType, _ bytes: RawSpan) -> Int32? {
        switch type {
        case .int4: bytes.bigEndian(Int32.self)
        case .int2: bytes.bigEndian(Int16.self).map { Int32($0) }
        default: nil
        }
    }

    static func bool(_ type: ResultColumnType, _ bytes: RawSpan) -> Bool? {
        type == .bool ? bytes.bigEndian(UInt8.self).map { $0 != 0 } : nil
    }

    static func double(_ type: ResultColumnType, _ bytes: RawSpan) -> Double? {
        switch type {
        case .float8: bytes.bigEndian(UInt64.self).map { Double(bitPattern: $0) }
        case .float4: bytes.bigEndian(UInt32.self).map { Double(Float(bitPattern: $0)) }
        default: nil
        }
    }
}
