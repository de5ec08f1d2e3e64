import Foundation

/// The rules for passwords (NIST SP 800-63B §3.1.1): they must be long and not easily guessed. There are no rules about
/// kinds of characters, and passwords do not expire. The numbers are explained in
/// `ops/decisions/0051-passwords-and-pins.md`.
struct PasswordRules: Sendable {
    enum Weakness: String, CaseIterable, Sendable {
        case tooShort = "too_short"
        case tooLong = "too_long"
        case tooCommon = "too_common"
    }

    static let longest = 128
    /// A summary of the password rules, for the API's description.
    static let text = """
        It has 10 to 128 characters, for staff at least 12, and is not easy to guess; otherwise the answer is a 409 \
        (`weak-password`).
        """
    /// The minimum weight of a password, in which a commonly guessed word has the weight of one character.
    private static let leastWeight = 8

    /// The minimum length of a password in characters.
    let shortest: Int
    /// Words from the person's and the clinics' names, which add only little weight to the person's password.
    private let ownWords: Set<[Character]>

    /// Creates the rules for one person's password.
    ///
    /// - Parameters:
    ///   - isStaff: staff see other people's data, so their passwords are longer.
    ///   - names: the e-mail address and the names of the person and the clinics. Each of their words adds only the
    ///     weight of one character to a password.
    init(isStaff: Bool, names: [String]) {
        shortest = isStaff ? 12 : 10
        let words = names.flatMap { $0.lowercased().split { !$0.isLetter } }.filter { $0.count >= 4 }
        ownWords = Set(words.map { Array($0) })
    }

    func check(_ password: String) throws(IdentityRejection) {
        if let weakness = weakness(of: password) { throw .weakPassword(weakness) }
    }

    func weakness(of password: String) -> Weakness? {
        let length = password.unicodeScalars.count
        if length < shortest { return .tooShort }
        if length > Self.longest { return .tooLong }
        return PasswordWeight(password, ownWords).value < Self.leastWeight ? .tooCommon : nil
    }

    /// The bytes of a password that are hashed. They are the same for composed and decomposed characters (NFC).
    static func bytes(of password: String) -> [UInt8] {
        password.utf8.allSatisfy { $0 < 0x80 }
            ? Array(password.utf8) : Array(password.precomposedStringWithCanonicalMapping.utf8)
    }
}
