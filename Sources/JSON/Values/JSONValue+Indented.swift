extension JSONValue {
    /// The value as JSON that people can read: two spaces per level, a line for each member and element, a line end at
    /// the end.
    public var indentedBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendIndented(to: &bytes, level: 0)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func appendIndented(to bytes: inout [UInt8], level: Int) {
        if let elements, !elements.isEmpty {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                JSONValue.appendLineEnd(to: &bytes, level: level + 1, comma: index > 0)
                element.appendIndented(to: &bytes, level: level + 1)
            }
            JSONValue.appendLineEnd(to: &bytes, level: level, comma: false)
            bytes.append(UInt8(ascii: "]"))
        } else if let members, !members.isEmpty {
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                JSONValue.appendLineEnd(to: &bytes, level: level + 1, comma: index > 0)
                bytes += RawJSON(quoting: member.name).bytes
                bytes += Array(": ".utf8)
                member.value.appendIndented(to: &bytes, level: level + 1)
            }
            JSONValue.appendLineEnd(to: &bytes, level: level, comma: false)
            bytes.append(UInt8(ascii: "}"))
        } else {
            bytes += self.bytes
        }
    }

    private static func appendLineEnd(to bytes: inout [UInt8], level: Int, comma: Bool) {
        if comma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
