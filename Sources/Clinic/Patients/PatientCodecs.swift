public import EventSourcing
public import JSON

extension PatientDetails {
    public static let codec = object(
        PatientDetails.init, field("given", \.given, .name(max: 100).personal),
        field("family", \.family, .name(max: 100).personal), field("birth_date", \.birthDate, .date.personal),
        optionalField("gender", \.gender, Codec<Gender>.stringEnum.personal),
        field("contact", \.contact, PatientContact.codec, default: .none),
        optionalField("note", \.note, .prose().personal))
}

extension PatientContact {
    public static let codec = object(
        PatientContact.init, optionalField("phone", \.phone, .phone.personal),
        optionalField("email", \.email, .email.personal),
        optionalField("address", \.address, .prose(max: 500).personal),
        optionalField("language", \.language, .language.personal)
    ).named("PatientContact")

    public static let none = PatientContact(phone: nil, email: nil, address: nil, language: nil)
}

extension PatientIdentity {
    public static let codec = Codec<String>.string(min: 8, max: 8)
        .checked(code: "bad_format", detail: "eight hexadecimal digits", { PatientIdentity($0) }, { "\($0)" })
}
