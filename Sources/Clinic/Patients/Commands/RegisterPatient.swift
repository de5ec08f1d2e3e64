public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that registers a patient.
public struct RegisterPatient: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case impossibleBirthDate
        /// Other patients have the same name and birth date, and may be the same person.
        case possibleDuplicate(of: [ID<Patient>])

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .impossibleBirthDate: .impossibleBirthDate
            case .possibleDuplicate(let others): .possibleDuplicate(of: others)
            }
        }
    }

    public let patient: ID<Patient>
    public let details: PatientDetails
    /// Whether the caller confirms that the patient is another person than the possible duplicates.
    public let allowsDuplicate: Bool

    public init(_ patient: ID<Patient>, _ details: PatientDetails, allowsDuplicate: Bool = false) {
        self.patient = patient
        self.details = details
        self.allowsDuplicate = allowsDuplicate
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let basics = model[.basics]
        guard let clinic = basics.clinic else { throw .notFounded }
        guard details.canBeAlive(on: basics.zone.date(of: now)) else { throw .impossibleBirthDate }
        let identity = details.identity(in: clinic)
        let duplicates = model[.possibleDuplicates(identity)]
        guard !duplicates.includes(patient) else { return [] }
        let alike = duplicates.like(details, besides: patient)
        guard alike.isEmpty || allowsDuplicate else { throw .possibleDuplicate(of: alike) }
        return [
            .patient(.patientRegistered(PatientRegistered(patient: patient, details: details, identity: identity)))
        ]
    }
}

extension PatientsAPI {
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
}
