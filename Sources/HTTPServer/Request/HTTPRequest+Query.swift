/// One decoded `name=value` of a URL's query.
public struct HTTPQueryItem: Sendable, Hashable {
    public let name: String
    /// The decoded text after the `=` of the query item; empty for both `name=` and `name`.
    public let value: String
}

/// The error that a query cannot be decoded. It contains nothing of the text itself, which may be about a patient.
public enum HTTPQueryProblem: Error, Sendable, Hashable {
    /// The query has a `%` that is not followed by two hexadecimal digits.
    case malformedPercentEncoding
    /// The decoded bytes of the query are not UTF-8.
    case notUTF8
}

extension HTTPRequest {
    /// The items of the query in order of arrival, with repeated names; empty without a query. `+` stands for a space,
    /// as in HTML forms. The items are decoded on each call.
    public func queryItems() throws(HTTPQueryProblem) -> [HTTPQueryItem] {
        guard let query = queryBytes, !query.isEmpty else { return [] }
        var items: [HTTPQueryItem] = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            items.append(
                HTTPQueryItem(
                    name: try decode(part[..<equals]),
                    value: try decode(part[min(equals + 1, part.endIndex)...])))
        }
        return items
    }

    private func decode(_ bytes: ArraySlice<UInt8>) throws(HTTPQueryProblem) -> String {
        guard let decoded = percentDecoded(bytes, plusIsSpace: true) else { throw .malformedPercentEncoding }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}
