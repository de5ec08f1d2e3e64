extension Statement {
    /// The possible interpolations of a statement's literal: values (they become binds), identifiers, other statements.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var statement: Statement

        public init(literalCapacity: Int, interpolationCount: Int) {
            statement = .reserving(pieces: 2 * interpolationCount + 1, binds: interpolationCount)
        }

        /// Literals only: a `String` made at run time does not fit.
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.hasPointerRepresentation, literal.utf8CodeUnitCount == 0 { return }
            statement.append(.literal(literal))
        }

        /// A part of a statement, with its binds.
        public mutating func appendInterpolation(_ part: Statement) { statement.append(part) }

        /// A table's or column's name, quoted.
        public mutating func appendInterpolation(_ identifier: Identifier) { statement.append(.identifier(identifier)) }

        /// A value whose kind is chosen at run time.
        public mutating func appendInterpolation(_ bind: Bind) { statement.append(bind) }

        public mutating func appendInterpolation<Value: Bindable>(_ value: Value) { statement.append(value.bind) }

        /// NULL of the value's type if there is none, so that both prepare as the same statement.
        public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) {
            statement.append(value?.bind ?? .null(Value.bindType))
        }

        /// An array, to be compared with `= ANY(…)` or read with `unnest(…)`.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]) {
            statement.append(.array(values))
        }

        /// An array with NULLs in it.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value?]) {
            statement.append(.array(values))
        }

        /// A whole array or NULL.
        public mutating func appendInterpolation<Value: Bindable>(_ values: [Value]?) {
            statement.append(values.map { .array($0) } ?? .null(Value.bindType.array))
        }

        /// `bytea`.
        public mutating func appendInterpolation(_ bytes: [UInt8]) { statement.append(.bytes(bytes)) }

        public mutating func appendInterpolation(_ bytes: [UInt8]?) {
            statement.append(bytes.map { .bytes($0) } ?? .null(.bytea))
        }
    }
}
