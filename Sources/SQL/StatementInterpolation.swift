extension Statement {
    /// The parts that a statement's literal can interpolate: values (they become binds), identifiers, and other
    /// statements.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var statement: Statement

        public init(literalCapacity: Int, interpolationCount: Int) {
            statement = .reserving(pieces: 2 * interpolationCount + 1, binds: interpolationCount)
        }

        /// Appends a part of the SQL literal. A `String` made at run time is not accepted.
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.hasPointerRepresentation, literal.utf8CodeUnitCount == 0 { return }
            statement.append(.literal(literal))
        }

        /// Appends a part of a statement, with its binds.
        public mutating func appendInterpolation(_ part: Statement) { statement.append(part) }

        /// Appends a table's or column's name in quotes.
        public mutating func appendInterpolation(_ identifier: Identifier) { statement.append(.identifier(identifier)) }

        /// Appends a value whose type is chosen at run time.
        public mutating func appendInterpolation(_ bind: Bind) { statement.append(bind) }

        public mutating func appendInterpolation<Value: Bindable>(_ value: Value) { statement.append(value.bind) }

        /// Appends a value, or NULL of its type, so that the statement is prepared in the same way in both cases.
        public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) {
            statement.append(value?.bind ?? .null(Value.bindType))
        }

        /// Appends an array, to be compared with `= ANY(…)` or read with `unnest(…)`.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]) {
            statement.append(.array(values))
        }

        /// Appends an array whose elements may be NULL.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value?]) {
            statement.append(.array(values))
        }

        /// Appends an array, or NULL instead of the whole array.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]?) {
            statement.append(values.map { .array($0) } ?? .null(Value.bindType.array))
        }

        /// Appends bytes as `bytea`.
        public mutating func appendInterpolation(_ bytes: [UInt8]) { statement.append(.bytes(bytes)) }

        public mutating func appendInterpolation(_ bytes: [UInt8]?) {
            statement.append(bytes.map { .bytes($0) } ?? .null(.bytea))
        }
    }
}
