public import Identifiers

/// A value of a SQL statement.
///
/// Timestamps and dates count from 1970-01-01 UTC, as everywhere in this program. On the wire they count from 2000.
public enum Bind: Sendable, Hashable {
    /// NULL with a type, so that a statement is prepared in the same way for NULL and for a value.
    case null(BindType)
    case bool(Bool)
    case int16(Int16)
    case int32(Int32)
    case int64(Int64)
    case double(Double)
    case text(String)
    /// Text that is already encoded as UTF-8 bytes.
    case utf8([UInt8])
    /// A JSON document, as the exact bytes that are stored.
    case json([UInt8])
    case bytes([UInt8])
    case uuid(UUIDBytes)
    case timestamp(microsecondsSince1970: Int64)
    case date(daysSince1970: Int32)
    case array(EncodedArray)

    /// An array of values with one dimension, as a value of a SQL statement. The array is encoded when the `Bind` is
    /// created.
    @inlinable
    public static func array<Value: Bindable>(_ values: [Value]) -> Bind { .array(EncodedArray(values)) }

    /// An array of values with one dimension, as a value of a SQL statement; its elements may be NULL. The array is
    /// encoded when the `Bind` is created.
    @inlinable
    public static func array<Value: Bindable>(_ values: [Value?]) -> Bind { .array(EncodedArray(values)) }

    /// The PostgreSQL type of this value of a SQL statement. It is declared when the statement is prepared.
    public var type: BindType {
        switch self {
        case .null(let type): type
        case .bool: .bool
        case .int16: .int16
        case .int32: .int32
        case .int64: .int64
        case .double: .double
        case .text, .utf8: .text
        case .json: .json
        case .bytes: .bytea
        case .uuid: .uuid
        case .timestamp: .timestamptz
        case .date: .date
        case .array(let array): array.type
        }
    }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
