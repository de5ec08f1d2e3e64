/// Replaces each `%XX` by the byte that it stands for; `nil` if a `%` is not followed by two hexadecimal digits (RFC
/// 3986 §2.1).
func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                return nil
            }
            decoded.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace:
            decoded.append(UInt8(ascii: " "))
        case _:
            decoded.append(byte)
        }
    }
    return decoded
}
