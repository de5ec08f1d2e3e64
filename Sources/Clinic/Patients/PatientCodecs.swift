import EventSourcing
public import JSON

extension PatientDetails {
    public static let codec = object(
        PatientDetails.init, field("given", \.given, .personal(.name(max: 100))),
        field("family", \.family, .personal(.name(max: 100))), field("birth_date", \.birthDate, .personal(.date)),
        optionalField("gender", \.gender, .personal(.stringEnum)),
        field("contact", \.contact, PatientContact.codec, default: .none),
        optionalField("note", \.note, .personal(.prose())))
}

extension PatientContact {
    public static let codec = object(
        PatientContact.init, optionalField("phone", \.phone, .personal(.phone)),
        optionalField("email", \.email, .personal(.email)),
        optionalField("address", \.address, .personal(.prose(max: 500))),
        optionalField("language", \.language, .personal(.language))
    ).named("PatientContact")

    public static let none = PatientContact(phone: nil, email: nil, address: nil, language: nil)
}

extension PatientIdentity {
    public static let codec = Codec<String>.string(min: 8, max: 8)
        .checked(code: "bad_format", detail: "eight hexadecimal digits", { PatientIdentity($0) }, { "\($0)" })
}
