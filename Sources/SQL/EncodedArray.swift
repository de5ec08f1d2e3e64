/// An array in PostgreSQL's binary array format, ready to be sent.
public struct EncodedArray: Sendable, Hashable {
    /// The PostgreSQL type of the array, such as `uuid[]`.
    public let type: BindType
    public let count: Int
    /// The encoded array: a header (dimensions, NULL flag, element OID, length, lower bound), then the length and the
    /// bytes of each element.
    package let bytes: [UInt8]

    @inlinable
    public init<Value: Bindable>(_ values: [Value]) {
        var encoder = ArrayEncoder(element: Value.bindType, count: values.count)
        for value in values { encoder.append(value.bind) }
        self.init(encoder)
    }

    @inlinable
    public init<Value: Bindable>(_ values: [Value?]) {
        var encoder = ArrayEncoder(element: Value.bindType, count: values.count)
        for value in values { encoder.append(value?.bind ?? .null(Value.bindType)) }
        self.init(encoder)
    }

    /// Encodes an array whose element type is chosen at run time. Each bind has the type `element` or is NULL.
    public init(_ binds: [Bind], element: BindType) {
        var encoder = ArrayEncoder(element: element, count: binds.count)
        for bind in binds { encoder.append(bind) }
        self.init(encoder)
    }

    @usableFromInline
    init(_ encoder: ArrayEncoder) {
        type = encoder.element.array
        count = encoder.count
        bytes = encoder.bytes
    }
}

@usableFromInline
struct ArrayEncoder {
    let element: BindType
    let count: Int
    var bytes: [UInt8] = []

    @usableFromInline
    init(element: BindType, count: Int) {
        self.element = element
        self.count = count
        bytes.reserveCapacity(20 + 20 * count)
        bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: element.rawValue)
        guard count > 0 else { return }
        bytes.append(bigEndian: Int32(truncatingIfNeeded: count))
        bytes.append(bigEndian: Int32(1))
    }

    @usableFromInline
    mutating func append(_ bind: Bind) {
        let start = bytes.count
        bytes.append(bigEndian: Int32(-1))
        guard bind.appendBinary(to: &bytes) else {
            bytes.overwrite(bigEndian: Int32(1), at: 4)
            return
        }
        bytes.overwrite(bigEndian: Int32(truncatingIfNeeded: bytes.count - start - 4), at: start)
    }
}
