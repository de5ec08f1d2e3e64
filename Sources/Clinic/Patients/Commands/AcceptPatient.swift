public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The decision with which the clinic accepts a provisional patient: a person who asked for a first appointment without
/// an account.
public struct AcceptPatient: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        case erased
        /// The patient's record is restricted, and the caller may not open it.
        case restricted

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .erased: Problem(.patientErased)
            case .restricted: Problem(.restrictedRecord)
            }
        }
    }

    public let patient: ID<Patient>

    /// The caller's access to restricted records; `nil` for a caller who may open every record.
    public let reader: RecordReader?

    public init(_ patient: ID<Patient>, by reader: RecordReader? = nil) {
        self.patient = patient
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.registration(of: patient)]
        guard known.isCurrent else { throw known.version > 0 ? .erased : .noSuchPatient }
        if let reader, reader.access(to: patient, &model, at: now) == .refused { throw .restricted }
        return known.acceptance(of: patient)
    }
}

extension Registration {
    /// The event with which the clinic accepts a provisional patient; no event if the patient is not provisional.
    func acceptance(of patient: ID<Patient>) -> [ClinicEvent] {
        isProvisional ? [.patient(.provisionalPatientAccepted(ProvisionalPatientAccepted(patient: patient)))] : []
    }
}

extension PatientsAPI {
    static let acceptPatient = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/accept", id: "acceptPatient", summary: "Accept a provisional patient",
        details: """
            For a patient who asked for a first appointment without an account (`provisional`). The approval of that \
            appointment accepts the patient too. Look at `GET …/possible-duplicates` first: another record of \
            a known patient is merged into the known one instead. A patient who is not provisional stays as they are.
            """,
        tag: "Patients", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(PatientDocument.codec, "The patient as they are now")],
        problems: [.notFound, .restrictedRecord, .patientErased, .patientMerged], idempotency: .accepted
    ) { caller, patient throws(Problem) in
        .command(
            ClinicCommand(
                AcceptPatient(patient, by: RecordReader(caller)),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient))))
    }
}
