public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that ends a plan of check-ins. A patient can end only a plan that the patient chose.
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

    let owner: CheckInOwner
    /// The doctor who sends the command; `nil` for the owner of the plan.
    let doctor: RecordReader?

    public init(of patient: ID<Patient>, by doctor: RecordReader? = nil) {
        owner = .patient(patient)
        self.doctor = doctor
    }

    public init(of owner: CheckInOwner) {
        self.owner = owner
        doctor = nil
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.requireCurrent(owner, else: Rejection.unknown)
        if let doctor, doctor.access(to: owner.id, &model, at: now) == .refused { throw .restricted }
        switch model[.checkIns(of: owner.id)] {
        case .none, .erased: throw .unknown
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
        for: PatientOrPerson.self, answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")],
        problems: [.notFound, .checkInsPrescribed, .patientMerged], idempotency: .accepted
    ) { caller throws(Problem) in
        let owner = CheckInOwner(caller)
        return .command(ClinicCommand(EndCheckIns(of: owner), answer: .checkInPlan(owner.id)))
    }
}
