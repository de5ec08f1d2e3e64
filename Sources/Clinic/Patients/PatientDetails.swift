public import EventSourcing
public import JSON

/// A patient's details.
public struct PatientDetails: Hashable, Sendable {
    public let given: Personal<String>
    public let family: Personal<String>
    public let birthDate: Personal<CivilDate>
    public let gender: Personal<Gender>?
    public var contact: PatientContact
    /// The staff's note on the patient, which the patient does not see.
    public let note: Personal<String>?

    public init(
        given: Personal<String>, family: Personal<String>, birthDate: Personal<CivilDate>, gender: Personal<Gender>?,
        contact: PatientContact, note: Personal<String>?
    ) {
        self.given = given
        self.family = family
        self.birthDate = birthDate
        self.gender = gender
        self.contact = contact
        self.note = note
    }

    /// The patient's full name, with the given name first as on a letter.
    public var fullName: Personal<String> {
        guard let given = given.value, let family = family.value else { return .erased }
        return Personal("\(given) \(family)")
    }

    /// The patient's details; `nil` if they were erased.
    var unlessErased: PatientDetails? { given == .erased ? nil : self }
}

public enum Gender: String, CaseIterable, Sendable {
    case female, male, other
}

extension PatientDetails {
    public static let codec = object(
        PatientDetails.init(given:family:birthDate:gender:contact:note:),
        field("given", \.given, .personal(.contact, .name(max: 100))),
        field("family", \.family, .personal(.contact, .name(max: 100))),
        field("birth_date", \.birthDate, .personal(.contact, .date)),
        optionalField("gender", \.gender, .personal(.contact, .stringEnum)),
        field("contact", \.contact, PatientContact.codec, default: .none),
        optionalField("note", \.note, .personal(.contact, .prose())))
}

extension PatientDetails {
    /// The maximum age of a patient in years. The longest documented life lasted 122 years.
    private static let longestLife = 130

    /// Whether a person born on this day can be a patient on `today`.
    func canBeAlive(on today: CivilDate) -> Bool {
        guard let birthDate = birthDate.value else { return false }
        return birthDate <= today && birthDate.year >= today.year - PatientDetails.longestLife
    }
}
