/// A request whose inputs are being read. The query is split once for all inputs.
struct InputReading: Sendable {
    let invocation: Invocation
    private let items: [QueryItem]
    /// The faults of the query: wrong encoding, unknown or repeated names; `nil` if it has none.
    let failure: InputFailure?

    /// Prepares a request for reading its inputs.
    ///
    /// - Parameter queryNames: the names that the endpoint knows; others are refused, since a misspelt filter that is
    ///   silently ignored would show more than requested.
    init(_ invocation: Invocation, queryNames: [[UInt8]]) {
        self.invocation = invocation
        guard !invocation.query.isEmpty else {
            items = []
            failure = nil
            return
        }
        guard let items = QueryItem.parse(invocation.query) else {
            self.items = []
            failure = .issues([InputIssue(.query, "", code: "bad_encoding", detail: "must be percent-encoded UTF-8")])
            return
        }
        self.items = items
        var issues: [InputIssue] = []
        for (index, item) in items.enumerated() {
            guard let name = queryNames.first(where: { $0 == item.name }) else {
                let known = queryNames.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
                let detail = known.isEmpty ? "no parameters here" : "only these parameters: \(known)"
                issues.append(InputIssue(.query, "", code: "unknown_parameter", detail: detail))
                break
            }
            guard !items[..<index].contains(where: { $0.name == item.name }) else {
                let pointer = "/" + String(decoding: name, as: UTF8.self)
                issues.append(InputIssue(.query, pointer, code: "repeated_parameter", detail: "only once"))
                continue
            }
        }
        failure = issues.isEmpty ? nil : .issues(issues)
    }

    func query(_ name: [UInt8]) -> [UInt8]? { items.first { $0.name == name }?.value }
}

/// One decoded `name=value` of a URL's query.
struct QueryItem: Sendable {
    let name: [UInt8]
    let value: [UInt8]

    /// The items of a query; `nil` if a name or value is not percent-encoded UTF-8. `+` is a space, as in forms.
    static func parse(_ query: ArraySlice<UInt8>) -> [QueryItem]? {
        var items: [QueryItem] = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = percentDecoded(part[..<equals], plusIsSpace: true),
                let value = percentDecoded(part[equals...].dropFirst(), plusIsSpace: true),
                isUTF8(name), isUTF8(value)
            else { return nil }
            items.append(QueryItem(name: name, value: value))
        }
        return items
    }
}

func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

/// Decodes each `%XX`; `nil` if a `%` is not followed by two hexadecimal digits (RFC 3986 §2.1).
func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                return nil
            }
            decoded.append(high << 4 | low)
        } else {
            decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
    }
    return decoded
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
}
