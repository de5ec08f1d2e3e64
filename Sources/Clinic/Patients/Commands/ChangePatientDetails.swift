public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that corrects a patient's details. The staff sends this command.
public struct ChangePatientDetails: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case noSuchPatient
        /// The patient was erased and cannot be changed.
        case erased
        /// The patient's record is restricted, and the caller may not open it.
        case restricted
        case impossibleBirthDate
        /// Other patients have the same name and birth date, and may be the same person.
        case possibleDuplicate(of: [ID<Patient>])

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .noSuchPatient: .notFound
            case .erased: Problem(.patientErased)
            case .restricted: Problem(.restrictedRecord)
            case .impossibleBirthDate: .impossibleBirthDate
            case .possibleDuplicate(let others): .possibleDuplicate(of: others)
            }
        }
    }

    public let patient: ID<Patient>
    public let details: PatientDetails
    public let allowsDuplicate: Bool
    /// The caller's access to restricted records; `nil` for a caller who may open every record.
    public let reader: RecordReader?

    public init(
        _ patient: ID<Patient>, _ details: PatientDetails, allowsDuplicate: Bool = false, by reader: RecordReader? = nil
    ) {
        self.patient = patient
        self.details = details
        self.allowsDuplicate = allowsDuplicate
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let basics = model[.basics]
        let known = model[.patient(patient)]
        guard let clinic = basics.clinic else { throw .notFounded }
        guard let before = known.details, let previous = known.identity else {
            throw known.isErased ? .erased : .noSuchPatient
        }
        if let reader, reader.access(to: patient, &model, at: now) == .refused { throw .restricted }
        guard before != details else { return [] }
        guard details.canBeAlive(on: basics.zone.date(of: now)) else { throw .impossibleBirthDate }
        let identity = details.identity(in: clinic)
        if !allowsDuplicate && details.likeness != before.likeness {
            let duplicates = model[.possibleDuplicates(identity)].like(details, besides: patient)
            guard duplicates.isEmpty else { throw .possibleDuplicate(of: duplicates) }
        }
        return [
            .patient(
                .patientDetailsChanged(
                    PatientDetailsChanged(
                        patient: patient, details: details, identity: identity, previousIdentity: previous)))
        ]
    }
}

extension PatientsAPI {
    static let changePatient = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}", id: "changePatient", summary: "Correct a patient's details",
        details: "The body replaces all details: a member that is absent is removed.",
        tag: "Patients", for: Staff.self, takes: .path("patient_id", .patientID), .body(PatientBody.codec),
        answers: [.ok(PatientDocument.codec, "The patient as they are now")],
        problems: [
            .notFound, .restrictedRecord, .possibleDuplicate, .clinicNotFounded, .patientErased,
            .patientMerged,
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
}
