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
        PatientContact.init, optionalField("phone", \.phone, .personal(.contact, .phone)),
        optionalField("email", \.email, .personal(.contact, .email)),
        optionalField("address", \.address, .personal(.contact, .prose(max: 500))),
        optionalField("language", \.language, .personal(.contact, .language))
    ).named("PatientContact")

    public static let none = PatientContact(phone: nil, email: nil, address: nil, language: nil)
}

extension PatientIdentity {
    public static let codec = Codec<String>.string(min: 8, max: 8)
        .checked(code: "bad_format", detail: "eight hexadecimal digits", { PatientIdentity($0) }, { "\($0)" })
}
