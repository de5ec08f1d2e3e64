public import EventSourcing
public import JSON

/// A patient's contact details and language, which the patient can change.
public struct PatientContact: Hashable, Sendable {
    public let phone: Personal<String>?
    public let email: Personal<String>?
    public let address: Personal<String>?
    /// The patient's language as a BCP 47 tag: `de`, `pt-BR`.
    public let language: Personal<String>?

    public init(
        phone: Personal<String>?, email: Personal<String>?, address: Personal<String>?, language: Personal<String>?
    ) {
        self.phone = phone
        self.email = email
        self.address = address
        self.language = language
    }
}

extension PatientContact {
    public static let codec = object(
        PatientContact.init(phone:email:address:language:),
        optionalField("phone", \.phone, .personal(.contact, .phone).described("The patient's telephone number.")),
        optionalField("email", \.email, .personal(.contact, .email).described("The patient's e-mail address.")),
        optionalField(
            "address", \.address,
            .personal(.contact, .prose(max: 500)).described("The patient's postal address, in several lines.")),
        optionalField(
            "language", \.language,
            .personal(.contact, .language).described(
                "The language to write to the patient in: a BCP 47 tag, such as `de` or `pt-BR`."))
    ).described("How a patient is reached.").named("PatientContact")

    public static let none = PatientContact(phone: nil, email: nil, address: nil, language: nil)
}
