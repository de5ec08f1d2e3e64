/// The time for which a client prefers to wait for a change, such as `Prefer: wait=25` (RFC 7240 §4.3).
public struct WaitPreference: Hashable, Sendable {
    /// The preferred wait in whole seconds, 1 to 25. A longer wait is shortened.
    public let seconds: Int

    /// The longest time in seconds for which a poll may be held. Clients and proxies wait about 30 s for an answer.
    static let most = 25

    /// Reads a preference to wait.
    ///
    /// - Parameter field: the value of `Prefer`. If a preference occurs twice, the first one is used (RFC 7240 §2).
    /// - Returns: `nil` if the client does not ask to wait. A malformed preference is ignored.
    public init?(_ field: ArraySlice<UInt8>) {
        for preference in WaitPreference.parts(of: field, between: UInt8(ascii: ",")) {
            guard let first = WaitPreference.parts(of: preference, between: UInt8(ascii: ";")).first,
                let equals = first.firstIndex(of: UInt8(ascii: "=")),
                equalIgnoringCase(trimmed(first[..<equals]), "wait")
            else { continue }
            var value = trimmed(first[equals...].dropFirst())
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            guard !value.isEmpty, value.allSatisfy({ (48...57).contains($0) }) else { return nil }
            let seconds = value.reduce(0) { min($0 * 10 + Int($1 - 48), WaitPreference.most) }
            guard seconds > 0 else { return nil }
            self.seconds = seconds
            return
        }
        return nil
    }

    /// The value of `Preference-Applied` for this preference (RFC 7240 §3).
    public var text: String { "wait=\(seconds)" }

    /// Splits a field at each separator that is outside of quotation marks.
    private static func parts(of field: ArraySlice<UInt8>, between separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = field.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in field.indices {
            let byte = field[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(trimmed(field[start..<index]))
                start = index + 1
            }
        }
        return parts + [trimmed(field[start...])]
    }
}
