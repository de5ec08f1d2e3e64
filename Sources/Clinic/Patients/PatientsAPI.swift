public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The clinic's patients.
public enum PatientsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        findPatients, getPatient, registerPatient, changePatient, getOwnProfile, changeOwnContact,
        erasePatient,
    ]

    static let findPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/patients", id: "findPatients", summary: "Find patients as you type",
        details: """
            Each word of `q` is the beginning of a name, without regard to accents and case; digits are part of a \
            telephone number; `1980-01-31`, or its beginning from `1980-` on, is a birth date. All must fit. Without \
            `q`: everybody, by name. Of those whose record is restricted: name and birth date.
            """,
        tag: "Patients", for: Staff.self, takes: .optionalQuery("q", .string(max: 100)), .page(limit: 20, key: [.uuid]),
        answers: [.page(of: PatientDocument.codec)]
    ) { caller, question, page throws(Problem) in
        let search = PatientSearch(question)
        return .query { _, _ in
            DocumentQuery(
                search.statement(in: caller.clinic, page), shape: .page(limit: page.limit, cursorColumns: 1),
                shows: .inLastColumn)
        }
    }

    static let getPatient = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}", id: "getPatient", summary: "One patient", tag: "Patients",
        for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.id()), answers: [.ok(PatientDocument.codec)],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .query { facts, now throws(Problem) in
            // If the record is being restricted at this moment, the row shows it.
            let isOpen = try reader.opens(patient, &facts, at: now)
            let shown: Statement = isOpen ? "document" : "coalesce(restricted_document, document)"
            return DocumentQuery(
                "SELECT \(shown) FROM patient WHERE clinic_id = \(caller.clinic) AND patient_id = \(patient)",
                shape: .one, shows: .only(patient))
        }
    }

    static let registerPatient = Endpoint<ClinicAction>(
        .post, "/api/v1/patients", id: "registerPatient", summary: "Take on a patient",
        details:
            "Somebody of the same name and birth date is a 409, unless `allow_duplicate` says that it is somebody else.",
        tag: "Patients", for: FrontDesk.self, takes: .body(PatientBody.codec),
        answers: [.created(PatientDocument.codec)], problems: [.clinicNotFounded, .possibleDuplicate],
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
        .put, "/api/v1/patients/{patient_id}", id: "changePatient", summary: "Put a patient's data right",
        details: "The body replaces all there is.",
        tag: "Patients", for: Staff.self, takes: .path("patient_id", .id()), .body(PatientBody.codec),
        answers: [.ok(PatientDocument.codec)],
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
        .get, "/api/v1/patient/profile", id: "getOwnProfile", summary: "What the clinic knows of you",
        tag: "Patients", for: PatientOnly.self, answers: [.ok(PatientDocument.codec)], problems: [.notFound]
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                Patients.self, .id(caller.patient), in: caller.clinic, column: Identifier("own_document"),
                shows: .only(ID(caller.patient)))
        }
    }

    static let changeOwnContact = Endpoint<ClinicAction>(
        .put, "/api/v1/patient/profile", id: "changeOwnContact", summary: "Say how you are reached",
        details: "The body replaces phone, e-mail, address and language; all else is for the clinic to change.",
        tag: "Patients", for: PatientOnly.self, takes: .body(PatientContact.codec),
        answers: [.ok(PatientDocument.codec)], problems: [.notFound, .patientErased],
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
        summary: "Forget who a patient is, for good",
        details: """
            Name, birth date, contact, notes on the person and the patient's login are destroyed, in the log too. What was \
            done and paid stays for as long as the law wants it, under the patient's id: note it down for whoever asks \
            later. Refused while appointments are to come or money is owed, on either side.
            """,
        tag: "Patients", for: AdminOnly.self, takes: .path("patient_id", .id()), .body(ErasureBody.codec),
        answers: [.ok(PatientDocument.codec)], problems: [.notFound, .appointmentsAhead, .accountNotSettled],
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

    static let codec = object(ErasureBody.init, field("reason", \.reason, .stringEnum)).named("Erasure")
}

/// A patient's details as the staff send them.
struct PatientBody: Sendable {
    let details: PatientDetails
    let allowsDuplicate: Bool

    static let codec = object(
        PatientBody.make, field("given_name", \.details.given, .personal(.contact, .name(max: 100))),
        field("family_name", \.details.family, .personal(.contact, .name(max: 100))),
        field("birth_date", \.details.birthDate, .personal(.contact, .date)),
        optionalField("gender", \.details.gender, .personal(.contact, .stringEnum)),
        optionalField("phone", \.details.contact.phone, .personal(.contact, .phone)),
        optionalField("email", \.details.contact.email, .personal(.contact, .email)),
        optionalField("address", \.details.contact.address, .personal(.contact, .prose(max: 500))),
        optionalField("language", \.details.contact.language, .personal(.contact, .language)),
        optionalField("note", \.details.note, .personal(.contact, .prose())),
        field("allow_duplicate", \.allowsDuplicate, .bool, default: false)
    ).named("PatientDetails")

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
