public import EventSourcing
public import Identifiers
public import JSON

/// A patient's card: the name, birth date and phone number that lists of appointments and dependants show.
public struct PatientCard: Sendable {
    public let id: ID<Patient>
    /// The version of the patient's document, as the patient's card shows it.
    public let version: Int64
    public let name: Personal<String>
    public let birthDate: Personal<CivilDate>?
    public let phone: Personal<String>?

    public static let codec = object(
        PatientCard.init(id:version:name:birthDate:phone:), field("id", \.id, .patientID),
        field("version", \.version, .version),
        field(
            "name", \.name,
            .personal(.contact, .name(max: 201), placeholder: PatientDocument.nobody).described(
                "The patient's full name; a placeholder once the patient was erased.")),
        optionalField(
            "birth_date", \.birthDate,
            .personal(.contact, .date).described("The patient's date of birth; absent once the patient was erased.")),
        optionalField("phone", \.phone, .personal(.contact, .phone).described("The patient's telephone number."))
    ).described("A patient within lists of other things.").named("PatientCard")

    init(
        id: ID<Patient>, version: Int64, name: Personal<String>, birthDate: Personal<CivilDate>?,
        phone: Personal<String>?
    ) {
        self.id = id
        self.version = version
        self.name = name
        self.birthDate = birthDate
        self.phone = phone
    }

    /// The patient's card with the data that all staff may see: without the phone number if the record is restricted.
    init(_ patient: PatientDocument) {
        self.init(
            id: patient.id, version: patient.version, name: patient.details?.fullName ?? .erased,
            birthDate: patient.details?.birthDate,
            phone: patient.isRestricted ? nil : patient.details?.contact.phone)
    }
}
