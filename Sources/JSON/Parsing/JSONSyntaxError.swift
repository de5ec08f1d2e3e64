/// The error that a text is not JSON, or not JSON that the parser accepts. It contains the offset of the error, and
/// never the text.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons why a JSON text is refused. Their codes are stable, since clients see them.
    public enum Reason: String, Hashable, Sendable {
        case unexpectedByte = "unexpected_byte"
        case unexpectedEnd = "unexpected_end"
        case trailingBytes = "trailing_bytes"
        case invalidUTF8 = "invalid_utf8"
        case invalidEscape = "invalid_escape"
        case loneSurrogate = "lone_surrogate"
        case invalidNumber = "invalid_number"
        case numberOutOfRange = "number_out_of_range"
        case duplicateMember = "duplicate_member"
        case tooLarge = "too_large"
        case tooDeep = "too_deep"
        case tooManyValues = "too_many_values"
    }

    public let reason: Reason
    /// The offset in the JSON text of the byte in error, or of the first byte of the value or name in error.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason why a JSON text is refused, as a phrase for people. It quotes nothing from the JSON.
    public var text: String {
        switch reason {
        case .unexpectedByte: "a byte that has no place there"
        case .unexpectedEnd: "the text ends too early"
        case .trailingBytes: "something follows the value"
        case .invalidUTF8: "not UTF-8"
        case .invalidEscape: "an escape that JSON does not have"
        case .loneSurrogate: "half of a surrogate pair"
        case .invalidNumber: "not a number as JSON writes them"
        case .numberOutOfRange: "a number beyond what a double can hold"
        case .duplicateMember: "a member's name occurs twice in one object"
        case .tooLarge: "too many bytes"
        case .tooDeep: "nested too deeply"
        case .tooManyValues: "too many values"
        }
    }

    public var description: String { "\(text) (byte \(offset))" }
}
