/// The parameters of a header field's value: the text after the first semicolon, `; name=value; name="quoted value"`
/// (RFC 9110 §5.6.6).
public struct FieldParameters: Sendable {
    private var values: [(name: String, value: [UInt8])] = []

    /// Reads the parameters of a header field's value. The reading ends at the first fault.
    public init(_ field: ArraySlice<UInt8>) {
        var rest = field.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() == UInt8(ascii: ";") {
            rest = rest.drop(while: Self.isSpace)
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.popFirst() == UInt8(ascii: "=") else { return }
            guard let value = Self.takeValue(&rest), values.count < 16 else { return }
            values.append((String(decoding: name, as: UTF8.self).lowercased(), value))
            rest = rest.drop(while: Self.isSpace)
        }
    }

    /// The value of the parameter with the given name, in lower case; `nil` if there is no such parameter.
    public subscript(_ name: String) -> [UInt8]? { values.first { $0.name == name }?.value }

    /// The text of a header field's parameter. If the parameter is there in both forms, `name*=UTF-8''…` (RFC 8187) is
    /// preferred to `name=…`.
    public func text(_ name: String) -> String? {
        if let extended = self[name + "*"], let quote = extended.lastIndex(of: UInt8(ascii: "'")),
            extended[..<quote].map({ $0 | 0x20 }).starts(with: "utf-8".utf8),
            let bytes = percentDecoded(extended[(quote + 1)...])
        {
            return String(validating: bytes, as: UTF8.self)
        }
        return self[name].flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.first == UInt8(ascii: "\"") else {
            let value = rest.prefix { $0 != UInt8(ascii: ";") && !isSpace($0) }
            rest = rest[value.endIndex...]
            return Array(value)
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return value }
            guard byte == UInt8(ascii: "\\") else {
                value.append(byte)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            value.append(escaped)
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
