import Identifiers

/// The refusal of an operation, with its reason in words for an operator.
package struct OperationRefused: Error, CustomStringConvertible {
    package let description: String
}

extension UUIDBytes {
    /// An id that an operator has written.
    init(written text: String) throws(OperationRefused) {
        guard let id = UUIDBytes(text) else { throw OperationRefused(description: "\(text) is no id") }
        self = id
    }
}
