public import EventSourcing
public import Identifiers
public import JSON

/// The document of a patient, which staff who may open the record receive as it is stored. Other readers receive
/// another rendering of it.
public struct PatientDocument: Sendable {
    public let id: ID<Patient>
    public var version: Int64
    /// The patient's personal details; `nil` after the erasure.
    public var details: PatientDetails?
    public let registeredAt: Instant
    public var erasedAt: Instant?
    /// Whether the patient's record is restricted to those who treat the patient.
    public var isRestricted: Bool
    /// Whether the patient asked for a first appointment without an account, and the clinic has not accepted them yet.
    public var isProvisional: Bool
    /// The record into which the patient's record was merged; `nil` if it was not merged.
    public var mergedInto: ID<Patient>?
    /// The records that were merged into the patient's record.
    public var mergedRecords: [ID<Patient>]

    init(
        id: ID<Patient>, version: Int64, details: PatientDetails?, registeredAt: Instant, erasedAt: Instant?,
        isRestricted: Bool = false, isProvisional: Bool = false, mergedInto: ID<Patient>? = nil,
        mergedRecords: [ID<Patient>] = []
    ) {
        self.id = id
        self.version = version
        self.details = details
        self.registeredAt = registeredAt
        self.erasedAt = erasedAt
        self.isRestricted = isRestricted
        self.isProvisional = isProvisional
        self.mergedInto = mergedInto
        self.mergedRecords = mergedRecords
    }

    /// The text that replaces the name of an erased patient.
    static let nobody = "(erased)"

    /// The JSON of a patient for the staff. The projection also decodes this JSON before it folds the next event.
    public static let codec = object(
        PatientDocument.make(
            id:version:given:family:birthDate:gender:phone:email:address:language:note:registeredAt:erasedAt:restricted:
            provisional:mergedInto:mergedIfAny:
        ), field("id", \.id, .patientID), field("version", \.version, .version),
        field(
            "given_name", \.given,
            .personal(.contact, .name(max: 100), placeholder: nobody).described(
                "The patient's given name; a placeholder once the patient was erased.")),
        field(
            "family_name", \.family,
            .personal(.contact, .name(max: 100), placeholder: nobody).described(
                "The patient's family name; a placeholder once the patient was erased.")),
        optionalField(
            "birth_date", \.details?.birthDate,
            .personal(.contact, .date).described("The patient's date of birth; absent once the patient was erased.")),
        optionalField(
            "gender", \.details?.gender,
            .personal(.contact, .stringEnum).described("The patient's gender; absent if it is not known.")),
        optionalField(
            "phone", \.details?.contact.phone, .personal(.contact, .phone).described("The patient's telephone number.")),
        optionalField(
            "email", \.details?.contact.email, .personal(.contact, .email).described("The patient's e-mail address.")),
        optionalField(
            "address", \.details?.contact.address,
            .personal(.contact, .prose(max: 500)).described("The patient's postal address, in several lines.")),
        optionalField(
            "language", \.details?.contact.language,
            .personal(.contact, .language).described(
                "The language to write to the patient in: a BCP 47 tag, such as `de` or `pt-BR`.")),
        optionalField(
            "note", \.details?.note,
            .personal(.contact, .prose()).described("A note on the patient for the staff; patients do not see it.")),
        field("registered_at", \.registeredAt, .instant.described("When the patient was registered, in UTC.")),
        optionalField(
            "erased_at", \.erasedAt, .instant.described("When the patient was erased, in UTC; absent unless they were.")
        ),
        optionalField(
            "restricted", \.restricted,
            Codec<Bool>.bool.described(
                "`true`: only those who treat the patient open the record. Absent: all staff do.")),
        optionalField(
            "provisional", \.provisional,
            Codec<Bool>.bool.described(
                """
                `true`: the patient asked for a first appointment without an account, and the clinic has neither approved it \
                nor accepted the patient. Absent otherwise.
                """)),
        optionalField(
            "merged_into", \.mergedInto,
            .id().described(
                "The record of the same person into which this one was merged. Read that one: it shows what both have.")
        ),
        optionalField(
            "merged_records", \.mergedIfAny,
            .array(Codec<ID<Patient>>.id()).described(
                "The records of the same person that were merged into this one; absent if there are none."))
    ).described("A patient.").named("Patient")

    private var restricted: Bool? { isRestricted ? true : nil }
    private var provisional: Bool? { isProvisional ? true : nil }
    private var mergedIfAny: [ID<Patient>]? { mergedRecords.isEmpty ? nil : mergedRecords }
    private var given: Personal<String> { details?.given ?? .erased }
    private var family: Personal<String> { details?.family ?? .erased }

    private static func make(
        id: ID<Patient>, version: Int64, given: Personal<String>, family: Personal<String>,
        birthDate: Personal<CivilDate>?, gender: Personal<Gender>?, phone: Personal<String>?, email: Personal<String>?,
        address: Personal<String>?, language: Personal<String>?, note: Personal<String>?, registeredAt: Instant,
        erasedAt: Instant?, restricted: Bool?, provisional: Bool?, mergedInto: ID<Patient>?,
        mergedIfAny: [ID<Patient>]?
    ) -> PatientDocument {
        // A patient's document without a birth date is that of an erased patient, who has no other details either.
        let details = birthDate.map { birthDate in
            PatientDetails(
                given: given, family: family, birthDate: birthDate, gender: gender,
                contact: PatientContact(phone: phone, email: email, address: address, language: language), note: note)
        }
        return PatientDocument(
            id: id, version: version, details: details, registeredAt: registeredAt, erasedAt: erasedAt,
            isRestricted: restricted ?? false, isProvisional: provisional ?? false, mergedInto: mergedInto,
            mergedRecords: mergedIfAny ?? [])
    }

    /// The rendering of a patient's document for the patient. It leaves out the staff's note, whether the record is
    /// restricted or provisional, and whether it is merged with another one.
    var forPatient: PatientDocument {
        let own = details.map { details in
            PatientDetails(
                given: details.given, family: details.family, birthDate: details.birthDate, gender: details.gender,
                contact: details.contact, note: nil)
        }
        return PatientDocument(
            id: id, version: version, details: own, registeredAt: registeredAt, erasedAt: erasedAt)
    }

    /// The rendering of a patient's document for staff who may not open the record. Of the details it contains only the
    /// name and the birth date, which are needed to identify the patient.
    var forOthers: PatientDocument {
        let shown = details.map { details in
            PatientDetails(
                given: details.given, family: details.family, birthDate: details.birthDate, gender: nil, contact: .none,
                note: nil)
        }
        return PatientDocument(
            id: id, version: version, details: shown, registeredAt: registeredAt, erasedAt: erasedAt,
            isRestricted: isRestricted, isProvisional: isProvisional, mergedInto: mergedInto,
            mergedRecords: mergedRecords)
    }
}
