public import EventSourcing
public import Identifiers
public import JSON

/// The number of a bucket of patients. Patients with the same name and birth date are in one bucket, so that possible
/// duplicates are found.
///
/// The bucket is part of a tag, and a tag stays after a person's erasure, so it must not identify anybody. It is a hash
/// of 32 bits, salted with the clinic's id, so different people can have the same number. `PossibleDuplicates` compares
/// the names themselves. The hash, FNV-1a, distributes well but hides little. An attacker who has the log can find a
/// name and birth date by hashing guesses. This is acceptable, since the names themselves are in the same log until the
/// person is erased.
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

    /// The person's name and birth date as a text for comparison. Differences of case, accents and punctuation are
    /// removed, so two people with equal texts may be the same person.
    static func likeness(given: String, family: String, birthDate: CivilDate) -> String {
        let words = [given, family].map { FoldedText.words(FoldedText.fold($0)).joined(separator: " ") }
        return "\(words[0])|\(words[1])|\(birthDate)"
    }

    /// The number that possible duplicates of a patient share, as eight hexadecimal digits.
    public var description: String {
        let text = String(bucket, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }

    /// Reads the number that possible duplicates of a patient share from eight hexadecimal digits.
    init?(_ text: String) {
        guard text.utf8.count == 8, let bucket = UInt32(text, radix: 16) else { return nil }
        self.bucket = bucket
    }
}

extension PatientIdentity {
    public static let codec = Codec<String>.string(min: 8, max: 8)
        .checked(code: "bad_format", detail: "eight hexadecimal digits", { PatientIdentity($0) }, { "\($0)" })
}
