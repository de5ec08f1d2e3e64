public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The command that changes a patient's contact details. The patient sends this command.
public struct ChangePatientContact: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The patient was erased, so the contact details cannot be changed.
        case erased

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .erased: Problem(.patientErased)
            }
        }
    }

    public let patient: ID<Patient>
    public let contact: PatientContact

    public init(_ patient: ID<Patient>, _ contact: PatientContact) {
        self.patient = patient
        self.contact = contact
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.patient(patient)]
        guard let before = known.details else { throw known.isErased ? .erased : .noSuchPatient }
        guard before.contact != contact else { return [] }
        return [.patient(.patientContactChanged(PatientContactChanged(patient: patient, contact: contact)))]
    }
}

extension PatientsAPI {
    static let changeOwnContact = Endpoint<ClinicAction>(
        .put, "/api/v1/patient/profile", id: "changeOwnContact", summary: "Change one's own contact details",
        details: """
            The body replaces telephone, e-mail, address and language. Only the clinic changes the other \
            details.
            """,
        tag: "Patients", for: PatientOnly.self, takes: .body(PatientContact.codec),
        answers: [.ok(PatientDocument.codec, "The caller's data as they are now")],
        problems: [.notFound, .patientErased, .patientMerged],
        idempotency: .accepted
    ) { caller, contact throws(Problem) in
        .command(
            ClinicCommand(
                ChangePatientContact(ID(caller.patient), contact),
                answer: DocumentAnswer(Patients.self, .id(caller.patient), column: Identifier("own_document"))))
    }
}
