/// Declares one member of a JSON object: the member's name, the function that gets its value from the Swift object, and
/// the codec of that value.
public struct Field<Object, Value: Sendable>: Sendable {
    /// The properties of a `Field`. They are in one object, so that copying a field costs one reference count.
    @usableFromInline final class Storage: Sendable {
        @usableFromInline let property: Schema.Property
        @usableFromInline let name: [UInt8]
        /// The member's name as the JSON writer writes it: in quotation marks and with a colon, `"name":`.
        @usableFromInline let prepared: [UInt8]
        @usableFromInline let get: @Sendable (Object) -> Value
        @usableFromInline let read: Codec<Value>.Read
        @usableFromInline let write: Codec<Value>.Write
        /// Returns the value that is used if the member is absent; `nil` if the member is required.
        @usableFromInline let absent: (@Sendable () -> Value)?
        /// Returns whether a value is omitted from the written JSON object; `nil` if the member is always written.
        @usableFromInline let isOmitted: (@Sendable (Value) -> Bool)?

        @inlinable init(
            _ name: String, _ get: @escaping @Sendable (Object) -> Value, _ codec: Codec<Value>,
            isRequired: Bool, absent: (@Sendable () -> Value)?, isOmitted: (@Sendable (Value) -> Bool)?
        ) {
            property = Schema.Property(name: name, schema: codec.schema, isRequired: isRequired)
            self.name = Array(name.utf8)
            prepared = RawJSON(quoting: name).bytes + [UInt8(ascii: ":")]
            self.get = get
            read = codec.read
            write = codec.write
            self.absent = absent
            self.isOmitted = isOmitted
        }
    }

    @usableFromInline let storage: Storage

    @inlinable init(storage: Storage) { self.storage = storage }
}

/// Declares a required member of an object.
@inlinable public func field<Object, Value>(
    _ name: String, _ get: @escaping @Sendable (Object) -> Value, _ codec: Codec<Value>
) -> Field<Object, Value> {
    Field(storage: .init(name, get, codec, isRequired: true, absent: nil, isOmitted: nil))
}

/// Declares an optional member of an object. An absent member and `null` are read as `nil`; `nil` is not written.
@inlinable public func optionalField<Object, Value>(
    _ name: String, _ get: @escaping @Sendable (Object) -> Value?, _ codec: Codec<Value>
) -> Field<Object, Value?> {
    Field(
        storage: .init(
            name, get, .nullable(codec), isRequired: false, absent: { nil }, isOmitted: { $0 == nil }))
}

/// Declares a member of an object that may be absent. An absent member is read as `value`, and the member is always
/// written.
@inlinable public func field<Object, Value>(
    _ name: String, _ get: @escaping @Sendable (Object) -> Value, _ codec: Codec<Value>,
    default value: @autoclosure @escaping @Sendable () -> Value
) -> Field<Object, Value> {
    Field(storage: .init(name, get, codec, isRequired: false, absent: value, isOmitted: nil))
}

extension Field {
    /// Reads this field's value from an object's members. An absent member gives the field's default, or an issue.
    @inlinable func read(_ source: JSONSource, _ members: inout ObjectReading) throws(DecodingProblem) -> Value {
        let storage = storage
        guard let node = members.find(storage.name, source) else {
            if let absent = storage.absent { return absent() }
            throw DecodingProblem("missing", "must be there").under(storage.property.name)
        }
        do throws(DecodingProblem) {
            return try storage.read(source, node, members.context)
        } catch { throw error.under(storage.property.name) }
    }

    /// Reads this field's value only to add its issues to `issues`.
    @inlinable func collect(
        _ source: JSONSource, _ members: inout ObjectReading, into issues: inout [DecodingProblem.Issue]
    ) {
        do throws(DecodingProblem) { _ = try read(source, &members) } catch { issues += error.issues }
    }

    @inlinable func write(_ object: Object, to writer: inout JSONWriter) {
        let storage = storage
        let value = storage.get(object)
        if let isOmitted = storage.isOmitted, isOmitted(value) { return }
        writer.name(prepared: storage.prepared)
        storage.write(value, &writer)
    }
}
