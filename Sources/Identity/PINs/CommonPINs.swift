/// The PINs that attackers try first, given by rules and by a list. They are about 3 % of all PINs.
enum CommonPINs {
    /// Whether a PIN is among those that attackers try first.
    ///
    /// - Parameter pin: six ASCII digits.
    static func contains(_ pin: [UInt8]) -> Bool {
        let digits = pin.map { Int($0) - 48 }
        return isRun(digits) || isRepeated(digits) || isMirrored(digits) || hasYear(digits) || Set(digits).count < 3
            || named.contains(String(decoding: pin, as: UTF8.self))
    }

    /// Whether the PIN is a sequence, such as 123456, 987654, 135791 or 024680. A sequence may continue after nine with
    /// zero.
    private static func isRun(_ digits: [Int]) -> Bool {
        Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 }).count == 1
    }

    /// Whether the PIN repeats itself: 123123, 121212, 112233 and similar ones.
    private static func isRepeated(_ digits: [Int]) -> Bool {
        let isHalvesAlike = digits[..<3] == digits[3...]
        let isThirdsAlike = digits[..<2] == digits[2..<4] && digits[2..<4] == digits[4...]
        let isPairs = [0, 2, 4].allSatisfy { digits[$0] == digits[$0 + 1] }
        let isTriples = Set(digits[..<3]).count == 1 && Set(digits[3...]).count == 1
        return isHalvesAlike || isThirdsAlike || isPairs || isTriples
    }

    /// Whether the second half of the PIN mirrors the first half, as in 123321.
    private static func isMirrored(_ digits: [Int]) -> Bool { digits[..<3] == ArraySlice(digits[3...].reversed()) }

    /// Whether the PIN has a year from 1930 to 2039 at the start or end, and two more digits: 198407, 241990.
    private static func hasYear(_ digits: [Int]) -> Bool {
        [digits[..<4], digits[2...]].contains { part in
            (1930...2039).contains(part.reduce(0) { $0 * 10 + $1 })
        }
    }

    /// Common PINs that are listed one by one: patterns on the keypad, and well-known numbers. The rules of this type
    /// do not cover most of them.
    private static let named: Set<String> = [
        "147258", "258369", "369258", "147852", "852147", "963852", "741852", "258147", "147369", "369147", "159357",
        "357159", "159753", "753159", "951753", "753951", "123654", "456321", "321654", "654123", "321456", "123789",
        "789123", "456789", "789456", "456123", "987456", "102030", "010203", "142536", "251436", "162738", "134679",
        "976431", "147896", "325416", "202122", "141516", "515253", "314159", "271828", "161803", "420420", "696969",
        "007007", "000007", "100200", "112358", "246810", "135792", "124578", "235689", "520131", "521521", "159159",
        "753753", "124816", "911911", "110112", "999000", "123000", "000123", "123400", "654000", "159632", "951357",
    ]
}
