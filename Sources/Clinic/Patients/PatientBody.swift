import EventSourcing
import JSON

/// The patient's details as staff send them in a request.
struct PatientBody: Sendable {
    let details: PatientDetails
    let allowsDuplicate: Bool

    static let codec = object(
        PatientBody.make(given:family:birthDate:gender:phone:email:address:language:note:allowsDuplicate:),
        field(
            "given_name", \.details.given, .personal(.contact, .name(max: 100)).described("The patient's given name.")),
        field(
            "family_name", \.details.family,
            .personal(.contact, .name(max: 100)).described("The patient's family name.")),
        field("birth_date", \.details.birthDate, .personal(.contact, .date).described("The patient's date of birth.")),
        optionalField(
            "gender", \.details.gender,
            .personal(.contact, .stringEnum).described("The patient's gender; absent if it is not known.")),
        optionalField(
            "phone", \.details.contact.phone, .personal(.contact, .phone).described("The patient's telephone number.")),
        optionalField(
            "email", \.details.contact.email, .personal(.contact, .email).described("The patient's e-mail address.")),
        optionalField(
            "address", \.details.contact.address,
            .personal(.contact, .prose(max: 500)).described("The patient's postal address, in several lines.")),
        optionalField(
            "language", \.details.contact.language,
            .personal(.contact, .language).described(
                "The language to write to the patient in: a BCP 47 tag, such as `de` or `pt-BR`.")),
        optionalField(
            "note", \.details.note,
            .personal(.contact, .prose()).described("A note on the patient for the staff; patients do not see it.")),
        field(
            "allow_duplicate", \.allowsDuplicate,
            .bool.described("Register although a patient of the same name and birth date exists."), default: false)
    ).described("A patient's details, as the staff enter them.").named("PatientDetails")

    private static func make(
        given: Personal<String>, family: Personal<String>, birthDate: Personal<CivilDate>, gender: Personal<Gender>?,
        phone: Personal<String>?, email: Personal<String>?, address: Personal<String>?, language: Personal<String>?,
        note: Personal<String>?, allowsDuplicate: Bool
    ) -> PatientBody {
        PatientBody(
            details: PatientDetails(
                given: given, family: family, birthDate: birthDate, gender: gender,
                contact: PatientContact(phone: phone, email: email, address: address, language: language), note: note),
            allowsDuplicate: allowsDuplicate)
    }
}
