/// Reads `Authorization: Bearer …` (RFC 6750 §2.1) for every request.
public enum BearerField {
    /// The token of `Authorization: Bearer …`, as a part of the field's bytes; `nil` for another scheme.
    public static func token(in field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard field.count > 7 else { return nil }
        // The six letters of the scheme are compared with `bearer` as one number, regardless of case.
        var scheme: UInt64 = 0
        for byte in field.prefix(6) { scheme = scheme << 8 | UInt64(byte | 0x20) }
        guard scheme == 0x6265_6172_6572, field[field.startIndex + 6] == UInt8(ascii: " ") else { return nil }
        let token = field.dropFirst(7).drop { $0 == UInt8(ascii: " ") }
        return token.isEmpty ? nil : token
    }
}

/// Reads `Authorization: DPoP …` (RFC 9449 §7.1).
public enum BoundField {
    /// The token of `Authorization: DPoP …`, as a part of the field's bytes; `nil` for another scheme.
    public static func token(in field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard field.count > 5, field.prefix(4).map({ $0 | 0x20 }) == Array("dpop".utf8),
            field[field.startIndex + 4] == UInt8(ascii: " ")
        else { return nil }
        let token = field.dropFirst(5).drop { $0 == UInt8(ascii: " ") }
        return token.isEmpty ? nil : token
    }
}
