extension Statement {
    /// The parts that can be interpolated into a statement's literal: values, which become binds, identifiers, and
    /// other statements.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var statement: Statement

        public init(literalCapacity: Int, interpolationCount: Int) {
            statement = .reserving(pieces: 2 * interpolationCount + 1, binds: interpolationCount)
        }

        /// Appends a piece of the statement's literal. Only text from the source code is accepted, not a `String` made
        /// at run time.
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.hasPointerRepresentation, literal.utf8CodeUnitCount == 0 { return }
            statement.append(.literal(literal))
        }

        /// Appends another statement, or a part of one, with its binds.
        public mutating func appendInterpolation(_ part: Statement) { statement.append(part) }

        /// Appends the name of a table, column or other database object in quotes.
        public mutating func appendInterpolation(_ identifier: Identifier) { statement.append(.identifier(identifier)) }

        /// Appends a bind for a value whose type is chosen at run time.
        public mutating func appendInterpolation(_ bind: Bind) { statement.append(bind) }

        public mutating func appendInterpolation<Value: Bindable>(_ value: Value) { statement.append(value.bind) }

        /// Appends a bind for a value or, if there is none, for NULL of its type. So the statement is prepared in the
        /// same way in both cases.
        public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) {
            statement.append(value?.bind ?? .null(Value.bindType))
        }

        /// Appends a bind for an array, to be compared with `= ANY(…)` or read with `unnest(…)`.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]) {
            statement.append(.array(values))
        }

        /// Appends a bind for an array whose elements may be NULL.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value?]) {
            statement.append(.array(values))
        }

        /// Appends a bind for an array, or for NULL instead of the whole array.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]?) {
            statement.append(values.map { .array($0) } ?? .null(Value.bindType.array))
        }

        /// Appends a bind for bytes, with the type `bytea`.
        public mutating func appendInterpolation(_ bytes: [UInt8]) { statement.append(.bytes(bytes)) }

        public mutating func appendInterpolation(_ bytes: [UInt8]?) {
            statement.append(bytes.map { .bytes($0) } ?? .null(.bytea))
        }
    }
}
