import EventSourcing
public import JSON

extension PatientDetails {
    public static let codec = object(
        PatientDetails.init, field("given", \.given, .personal(.contact, .name(max: 100))),
        field("family", \.family, .personal(.contact, .name(max: 100))),
        field("birth_date", \.birthDate, .personal(.contact, .date)),
        optionalField("gender", \.gender, .personal(.contact, .stringEnum)),
        field("contact", \.contact, PatientContact.codec, default: .none),
        optionalField("note", \.note, .personal(.contact, .prose())))
}

extension PatientContact {
    public static let codec = object(
        PatientContact.init,
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

extension PatientIdentity {
    public static let codec = Codec<String>.string(min: 8, max: 8)
        .checked(code: "bad_format", detail: "eight hexadecimal digits", { PatientIdentity($0) }, { "\($0)" })
}
