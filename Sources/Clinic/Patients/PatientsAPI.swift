public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for the clinic's patients.
public enum PatientsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        findPatients, getPatient, registerPatient, changePatient, getOwnProfile, changeOwnContact,
        erasePatient,
    ]

    static let findPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/patients", id: "findPatients", summary: "Find patients",
        details: """
            Each word of `q` is the beginning of a name; accents and case do not matter. Digits are part of a \
            telephone number. `1980-01-31`, or its beginning from `1980-` on, is a birth date. A patient must \
            match all of them. Without `q`: all patients, by name. Of patients whose record is restricted, only \
            name and birth date are shown.
            """,
        tag: "Patients", for: Staff.self,
        takes: .optionalQuery(
            "q", .string(max: 100).described("Beginnings of names, digits of a telephone number, or a birth date.")),
        .page(limit: 20, key: [.uuid]),
        answers: [.page(of: PatientDocument.codec, "A page of patients")]
    ) { caller, question, page throws(Problem) in
        let search = PatientSearch(question)
        return .query { _, _ in
            DocumentQuery(
                search.statement(in: caller.clinic, page), shape: .page(limit: page.limit, cursorColumns: 1),
                shows: .inLastColumn)
        }
    }

    static let getPatient = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}", id: "getPatient", summary: "Show a patient",
        details:
            "If the record is restricted and the caller may not open it, the answer is a 403 (`restricted-record`).",
        tag: "Patients",
        for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(PatientDocument.codec, "The patient")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            // If the record is being restricted at this moment, the row shows it.
            let isOpen = try reader.opens(patient, &model, at: now)
            let shown: Statement = isOpen ? "document" : "coalesce(restricted_document, document)"
            return DocumentQuery(
                "SELECT \(shown) FROM patient WHERE clinic_id = \(caller.clinic) AND patient_id = \(patient)",
                shape: .one, shows: .only(patient))
        }
    }

    static let registerPatient = Endpoint<ClinicAction>(
        .post, "/api/v1/patients", id: "registerPatient", summary: "Register a patient",
        details:
            """
            If a patient of the same name and birth date exists, the answer is a 409 with their ids. Send \
            `allow_duplicate` if it is another person.
            """,
        tag: "Patients", for: FrontDesk.self, takes: .body(PatientBody.codec),
        answers: [.created(PatientDocument.codec, "The new patient")],
        problems: [.clinicNotFounded, .possibleDuplicate],
        idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            let patient: ID<Patient> = newID()
            return ClinicCommand(
                RegisterPatient(patient, body.details, allowsDuplicate: body.allowsDuplicate),
                answer: DocumentAnswer(
                    Patients.self, DocumentKey(patient), location: "/api/v1/patients/\(patient)"))
        }
    }

    static let changePatient = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}", id: "changePatient", summary: "Correct a patient's details",
        details: "The body replaces all details: a member that is absent is removed.",
        tag: "Patients", for: Staff.self, takes: .path("patient_id", .patientID), .body(PatientBody.codec),
        answers: [.ok(PatientDocument.codec, "The patient as they are now")],
        problems: [
            .notFound, .restrictedRecord, .possibleDuplicate, .clinicNotFounded, .patientErased,
        ],
        idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        .command(
            ClinicCommand(
                ChangePatientDetails(
                    patient, body.details, allowsDuplicate: body.allowsDuplicate,
                    by: RecordReader(caller)),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient))))
    }

    static let getOwnProfile = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/profile", id: "getOwnProfile", summary: "Show one's own patient data",
        details: "The data that the clinic holds about the caller, without the staff's notes.",
        tag: "Patients", for: PatientOnly.self, answers: [.ok(PatientDocument.codec, "The caller's data")],
        problems: [.notFound]
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                Patients.self, .id(caller.patient), in: caller.clinic, column: Identifier("own_document"),
                shows: .only(ID(caller.patient)))
        }
    }

    static let changeOwnContact = Endpoint<ClinicAction>(
        .put, "/api/v1/patient/profile", id: "changeOwnContact", summary: "Change one's own contact details",
        details: """
            The body replaces telephone, e-mail, address and language. Only the clinic changes the other \
            details.
            """,
        tag: "Patients", for: PatientOnly.self, takes: .body(PatientContact.codec),
        answers: [.ok(PatientDocument.codec, "The caller's data as they are now")],
        problems: [.notFound, .patientErased],
        idempotency: .accepted
    ) { caller, contact throws(Problem) in
        .command(
            ClinicCommand(
                ChangePatientContact(ID(caller.patient), contact),
                answer: DocumentAnswer(Patients.self, .id(caller.patient), column: Identifier("own_document"))))
    }
}

extension PatientsAPI {
    static let erasePatient = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/erasure", id: "erasePatient",
        summary: "Erase a patient's personal data",
        details: """
            Destroys name, birth date, contact details, notes on the person and the patient's login, in the log \
            too. Treatments and payments stay, under the patient's id, for as long as the law requires; note the \
            id for later questions. Refused while the patient has appointments to come, owes money or has \
            credit. This cannot be undone.
            """,
        tag: "Patients", for: AdminOnly.self, takes: .path("patient_id", .patientID), .body(ErasureBody.codec),
        answers: [.ok(PatientDocument.codec, "The patient without these data")],
        problems: [.notFound, .appointmentsAhead, .accountNotSettled],
        idempotency: .accepted
    ) { _, patient, body throws(Problem) in
        .command(
            ClinicCommand(
                ErasePatient(patient, reason: body.reason),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient))))
    }
}

struct ErasureBody: Sendable {
    let reason: ErasureReason

    static let codec = object(
        ErasureBody.init,
        field("reason", \.reason, .stringEnum.described("Why the data are erased; the log keeps the reason."))
    ).described("Why personal data are erased.").named("Erasure")
}

/// A patient's details as the staff send them.
struct PatientBody: Sendable {
    let details: PatientDetails
    let allowsDuplicate: Bool

    static let codec = object(
        PatientBody.make,
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
