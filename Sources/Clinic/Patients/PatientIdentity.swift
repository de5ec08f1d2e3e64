public import EventSourcing
public import Identifiers

/// The bucket that patients of the same name and birth date fall into, to find somebody who is registered already.
///
/// It stands in a tag, and a tag outlives the erasure of a person, so it is no key to anybody: 32 bits, salted by the
/// clinic, in which strangers may meet. Whether two patients in one bucket are alike is for `PatientTwins` to say, which
/// compares the names themselves. (FNV-1a spreads well and hides little: who holds the log and guesses a name and
/// birth date can test the guess. The names themselves stand in the same log as long as the person is not erased.)
public struct PatientIdentity: Hashable, Sendable, CustomStringConvertible {
    public let bucket: UInt32

    init(bucket: UInt32) { self.bucket = bucket }

    public init(clinic: UUIDBytes, given: String, family: String, birthDate: CivilDate) {
        self.init(
            clinic: clinic, likeness: PatientIdentity.likeness(given: given, family: family, birthDate: birthDate))
    }

    init(clinic: UUIDBytes, likeness: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in clinic.bytes + Array(likeness.utf8) {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        bucket = UInt32(truncatingIfNeeded: hash >> 32 ^ hash)
    }

    /// Equal for people whom a receptionist would take for one.
    static func likeness(given: String, family: String, birthDate: CivilDate) -> String {
        let words = [given, family].map { FoldedText.words(FoldedText.fold($0)).joined(separator: " ") }
        return "\(words[0])|\(words[1])|\(birthDate)"
    }

    /// Eight hexadecimal digits.
    public var description: String {
        let text = String(bucket, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }

    /// Reads eight hexadecimal digits.
    init?(_ text: String) {
        guard text.utf8.count == 8, let bucket = UInt32(text, radix: 16) else { return nil }
        self.bucket = bucket
    }
}
