public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that ends a patient's plan of check-ins. A patient can end only a plan that the patient chose.
public struct EndCheckIns: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// The patient's record is restricted, and the doctor may not open it.
        case restricted
        case prescribed

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .prescribed: Problem(.checkInsPrescribed)
            }
        }
    }

    let patient: ID<Patient>
    /// The doctor who sends the command; `nil` for the patient.
    let doctor: RecordReader?

    public init(of patient: ID<Patient>, by doctor: RecordReader? = nil) {
        self.patient = patient
        self.doctor = doctor
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknown)
        if let doctor, doctor.access(to: patient, &model, at: now) == .refused { throw .restricted }
        switch model[.checkIns(of: patient)] {
        case .none: throw .unknown
        case .ended: return []
        case .running(let plan):
            guard doctor != nil || plan.doctor == nil else { throw .prescribed }
            return plan.stopped(at: now)
        }
    }
}

extension RecoveryAPI {
    static let endCheckIns = Endpoint<ClinicAction>(
        .post, "/api/v1/check-ins/patients/{patient_id}/plan/end", id: "endCheckIns",
        summary: "End a patient's check-ins", details: "Repeating this changes nothing.", tag: tag,
        for: DoctorOnly.self, takes: .path("patient_id", .patientID),
        answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")],
        problems: [.notFound, .restrictedRecord, .patientMerged],
        idempotency: .accepted
    ) { caller, patient throws(Problem) in
        .command(
            ClinicCommand(EndCheckIns(of: patient, by: RecordReader(caller)), answer: .checkInPlan(patient)))
    }

    static let stopCheckIns = Endpoint<ClinicAction>(
        .post, "/api/v1/check-ins/plan/end", id: "stopCheckIns", summary: "End the check-ins that one chose",
        details: "Only a doctor can end prescribed check-ins. Repeating this changes nothing.", tag: tag,
        for: PatientOnly.self, answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")],
        problems: [.notFound, .checkInsPrescribed, .patientMerged], idempotency: .accepted
    ) { caller throws(Problem) in
        let patient = ID<Patient>(caller.patient)
        return .command(ClinicCommand(EndCheckIns(of: patient), answer: .checkInPlan(patient)))
    }
}
