/// The header fields of one request, as ranges into the received bytes.
///
/// There is no dictionary: a request has about ten fields, and comparing lengths finds the right one faster than
/// hashing does.
public struct HTTPHeaders: Sendable {
    /// The ranges of one field's name and value (without the white space around it) in `buffer`. A head is below 64 KB,
    /// so 16 bits are enough.
    package struct Field: Sendable, Hashable {
        var nameStart: UInt16
        var nameEnd: UInt16
        var valueStart: UInt16
        var valueEnd: UInt16

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// The bytes of the request's whole head, request line included.
    let buffer: [UInt8]
    let fields: [Field]

    /// The number of header fields. A name that occurs several times is counted each time.
    public var count: Int { fields.count }

    /// The value of the first header field with the given name, which must be in lower case; received names may have
    /// any case. The bytes are shared with the request, not copied.
    public func bytes(_ name: String) -> ArraySlice<UInt8>? {
        guard let index = index(of: name, from: 0) else { return nil }
        return buffer[fields[index].value]
    }

    /// The values of all header fields with the given name (lower case) in one text, with commas between them (RFC 9110
    /// §5.3).
    public func joined(_ name: String) -> ArraySlice<UInt8>? {
        guard let first = index(of: name, from: 0) else { return nil }
        guard var next = index(of: name, from: first + 1) else { return buffer[fields[first].value] }
        var value = Array(buffer[fields[first].value])
        while true {
            value += Array(", ".utf8) + buffer[fields[next].value]
            guard let another = index(of: name, from: next + 1) else { return value[...] }
            next = another
        }
    }

    /// The value of the first header field with the given name (lower case); `nil` if there is none or if the value is
    /// not UTF-8.
    public subscript(_ name: String) -> String? {
        guard let bytes = bytes(name) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The values of all header fields with the given name (lower case), in order of arrival.
    public func all(_ name: String) -> [String] {
        var values: [String] = []
        var start = 0
        while let index = index(of: name, from: start) {
            values.append(String(decoding: buffer[fields[index].value], as: UTF8.self))
            start = index + 1
        }
        return values
    }

    /// The number of header fields with the given name (lower case). More than one is an error for fields such as
    /// Authorization.
    public func count(of name: String) -> Int {
        var count = 0
        var start = 0
        while let index = index(of: name, from: start) {
            count += 1
            start = index + 1
        }
        return count
    }

    /// The name and value of every header field, in order, as received.
    public var pairs: [(name: String, value: String)] {
        fields.map { field in
            (
                String(decoding: buffer[field.name], as: UTF8.self),
                String(decoding: buffer[field.value], as: UTF8.self)
            )
        }
    }

    private func index(of name: String, from start: Int) -> Int? {
        let wanted = name.utf8
        let length = wanted.count
        for index in fields.indices.dropFirst(start)
        where fields[index].name.count == length
            && zip(buffer[fields[index].name], wanted).allSatisfy({ $0.lowercased == $1 })
        {
            return index
        }
        return nil
    }
}
