import Identifiers

/// The error of an operation that is refused, with an explanation for the operator.
package struct OperationRefused: Error, CustomStringConvertible {
    package let description: String
}

extension UUIDBytes {
    /// Reads the id of a clinic, a patient or a member of staff that an operator has typed.
    init(written text: String) throws(OperationRefused) {
        guard let id = UUIDBytes(text) else { throw OperationRefused(description: "\(text) is no id") }
        self = id
    }
}
