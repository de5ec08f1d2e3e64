public import EventSourcing
public import Identifiers
public import JSON

/// A patient as clients see them.
public struct PatientDocument: Sendable {
    public let id: ID<Patient>
    public var version: Int64
    public var details: PatientDetails
    public let registeredAt: Instant

    /// For the staff, and for the fold.
    public static let codec = object(
        PatientDocument.make, field("id", \.id, .id()), field("version", \.version, .int64),
        field("given_name", \.details.given, .personal(.name(max: 100))),
        field("family_name", \.details.family, .personal(.name(max: 100))),
        field("birth_date", \.details.birthDate, .personal(.date)),
        optionalField("gender", \.details.gender, .personal(.stringEnum)),
        optionalField("phone", \.details.contact.phone, .personal(.phone)),
        optionalField("email", \.details.contact.email, .personal(.email)),
        optionalField("address", \.details.contact.address, .personal(.prose(max: 500))),
        optionalField("language", \.details.contact.language, .personal(.language)),
        optionalField("note", \.details.note, .personal(.prose())),
        field("registered_at", \.registeredAt, .instant)
    ).named("Patient")

    private static func make(
        id: ID<Patient>, version: Int64, given: Personal<String>, family: Personal<String>,
        birthDate: Personal<CivilDate>, gender: Personal<Gender>?, phone: Personal<String>?, email: Personal<String>?,
        address: Personal<String>?, language: Personal<String>?, note: Personal<String>?, registeredAt: Instant
    ) -> PatientDocument {
        PatientDocument(
            id: id, version: version,
            details: PatientDetails(
                given: given, family: family, birthDate: birthDate, gender: gender,
                contact: PatientContact(phone: phone, email: email, address: address, language: language), note: note),
            registeredAt: registeredAt)
    }

    /// For the patient.
    var forPatient: PatientDocument {
        let details = PatientDetails(
            given: details.given, family: details.family, birthDate: details.birthDate, gender: details.gender,
            contact: details.contact, note: nil)
        return PatientDocument(id: id, version: version, details: details, registeredAt: registeredAt)
    }
}

/// A patient within lists of other things.
public struct PatientCard: Sendable {
    public let id: ID<Patient>
    /// The patient's own.
    public let version: Int64
    public let name: Personal<String>
    public let birthDate: Personal<CivilDate>
    public let phone: Personal<String>?

    public static let codec = object(
        PatientCard.init, field("id", \.id, .id()), field("version", \.version, .int64),
        field("name", \.name, .personal(.name(max: 201))), field("birth_date", \.birthDate, .personal(.date)),
        optionalField("phone", \.phone, .personal(.phone))
    ).named("PatientCard")

    init(
        id: ID<Patient>, version: Int64, name: Personal<String>, birthDate: Personal<CivilDate>,
        phone: Personal<String>?
    ) {
        self.id = id
        self.version = version
        self.name = name
        self.birthDate = birthDate
        self.phone = phone
    }

    init(_ patient: PatientDocument) {
        self.init(
            id: patient.id, version: patient.version, name: patient.details.fullName,
            birthDate: patient.details.birthDate, phone: patient.details.contact.phone)
    }
}
