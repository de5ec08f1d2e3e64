/// Parses `Authorization: Bearer …` (RFC 6750 §2.1) and `Authorization: DPoP …` (RFC 9449 §7.1).
public enum BearerToken {
    /// The token of `Authorization: Bearer …`; `nil` for another scheme and for text that is not a token.
    public static func parse(_ field: ArraySlice<UInt8>) -> String? {
        parse(field, behind: "bearer ")
    }

    /// The token of `Authorization: DPoP …`; `nil` for another scheme and for text that is not a token.
    public static func parseBound(_ field: ArraySlice<UInt8>) -> String? { parse(field, behind: "dpop ") }

    private static func parse(_ field: ArraySlice<UInt8>, behind scheme: String) -> String? {
        let length = scheme.utf8.count
        guard field.count > length, field.count <= 8192, equalIgnoringCase(field.prefix(length), scheme) else {
            return nil
        }
        let token = trimmed(field.dropFirst(length))
        guard !token.isEmpty, token.allSatisfy(isTokenByte) else { return nil }
        return String(decoding: token, as: UTF8.self)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
