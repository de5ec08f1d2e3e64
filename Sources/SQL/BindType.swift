/// The PostgreSQL types of a statement's values. The raw value is the type's fixed OID (`pg_type.dat`).
public enum BindType: UInt32, Sendable, Hashable {
    /// A type that PostgreSQL infers from the statement. It is used for NULL only.
    case unknown = 0
    case bool = 16
    case bytea = 17
    case int64 = 20
    case int16 = 21
    case int32 = 23
    case text = 25
    case json = 114
    case double = 701
    case date = 1082
    case timestamptz = 1184
    case uuid = 2950

    case boolArray = 1000
    case byteaArray = 1001
    case int16Array = 1005
    case int32Array = 1007
    case textArray = 1009
    case int64Array = 1016
    case doubleArray = 1022
    case dateArray = 1182
    case timestamptzArray = 1185
    case jsonArray = 199
    case uuidArray = 2951

    /// The array type whose elements have this type. An array type returns itself, since elements are never arrays.
    public var array: BindType {
        switch self {
        case .unknown: .unknown
        case .bool, .boolArray: .boolArray
        case .bytea, .byteaArray: .byteaArray
        case .int64, .int64Array: .int64Array
        case .int16, .int16Array: .int16Array
        case .int32, .int32Array: .int32Array
        case .text, .textArray: .textArray
        case .json, .jsonArray: .jsonArray
        case .double, .doubleArray: .doubleArray
        case .date, .dateArray: .dateArray
        case .timestamptz, .timestamptzArray: .timestamptzArray
        case .uuid, .uuidArray: .uuidArray
        }
    }
}
