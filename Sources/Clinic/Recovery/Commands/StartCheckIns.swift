public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that starts a plan of check-ins: a doctor prescribes it for a patient, or a patient or a person without
/// a clinic chooses it. The new plan replaces the one that is running.
public struct StartCheckIns: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// The patient's record is restricted, and the doctor may not open it.
        case restricted
        /// The plan of check-ins would end before it begins.
        case past
        case tooLong
        /// A doctor prescribed the running plan of check-ins, so its owner cannot replace it.
        case prescribed
        /// The person without a clinic has erased the check-ins of the account.
        case erased

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .past: .malformed(body: "/ends_at", code: "in_the_past", detail: "must be later than now")
            case .tooLong:
                .malformed(
                    body: "/ends_at", code: "too_late", detail: "must be at most \(CheckInPlan.mostDays) days from now")
            case .prescribed: Problem(.checkInsPrescribed)
            case .erased: Problem(.checkInsErased)
            }
        }
    }

    let plan: ID<CheckInPlan>
    let owner: CheckInOwner
    /// The doctor who prescribes the check-ins; `nil` if the owner chooses them.
    let doctor: RecordReader?
    let terms: CheckInTerms

    public init(_ plan: ID<CheckInPlan>, of patient: ID<Patient>, by doctor: RecordReader? = nil, _ terms: CheckInTerms)
    {
        self.plan = plan
        owner = .patient(patient)
        self.doctor = doctor
        self.terms = terms
    }

    public init(_ plan: ID<CheckInPlan>, of owner: CheckInOwner, _ terms: CheckInTerms) {
        self.plan = plan
        self.owner = owner
        doctor = nil
        self.terms = terms
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.requireCurrent(owner, else: Rejection.unknownPatient)
        if let doctor, doctor.access(to: owner.id, &model, at: now) == .refused { throw .restricted }
        let latest = now.adding(days: CheckInPlan.mostDays)
        let end = terms.endsAt ?? latest
        guard end > now else { throw .past }
        guard end <= latest else { throw .tooLong }
        var events: [ClinicEvent] = []
        switch model[.checkIns(of: owner.id)] {
        case .running(var old):
            let (steps, isOver) = old.settle(at: now)
            guard doctor != nil || old.doctor == nil || isOver else { throw .prescribed }
            events = steps
        case .erased: throw .erased
        case .none, .ended: break
        }
        let started = CheckInPlan(
            plan, patient: owner.id, doctor: doctor?.staff, terms.intervals, start: now, endsAt: end,
            hasContact: terms.contact != nil)
        events.append(.recovery(.started(CheckInsStarted(plan: started, contact: terms.contact))))
        return events
    }
}

/// The intervals, the end and the contact of a plan of check-ins, as clients send them.
public struct CheckInTerms: Sendable {
    public let intervals: CheckInIntervals
    public let endsAt: Instant?
    public let contact: CheckInContact?

    public init(_ intervals: CheckInIntervals, endsAt: Instant? = nil, contact: CheckInContact? = nil) {
        self.intervals = intervals
        self.endsAt = endsAt
        self.contact = contact
    }

    static let codec = object(
        CheckInTerms.checked(checkIn:reminder:endsAt:contact:),
        field("check_in_interval", \.intervals.checkIn, .checkInInterval, default: CheckInIntervals.defaultCheckIn),
        field("reminder_interval", \.intervals.reminder, .reminderInterval, default: CheckInIntervals.defaultReminder),
        optionalField(
            "ends_at", \.endsAt,
            .instant.described(
                "When the check-ins end, in UTC, at most \(CheckInPlan.mostDays) days from now; absent: then.")),
        optionalField(
            "contact", \.contact,
            CheckInContact.codec.described("The person who is told of missed check-ins; absent if nobody is told."))
    ).described("The check-ins that are expected of a patient.").named("CheckInTerms")

    private static func checked(
        checkIn: Int64, reminder: Int64, endsAt: Instant?, contact: CheckInContact?
    ) throws(CheckFailure) -> CheckInTerms {
        CheckInTerms(try .checked(checkIn: checkIn, reminder: reminder), endsAt: endsAt, contact: contact)
    }
}

extension RecoveryAPI {
    static let prescribeCheckIns = Endpoint<ClinicAction>(
        .put, "/api/v1/check-ins/patients/{patient_id}/plan", id: "prescribeCheckIns",
        summary: "Prescribe check-ins for a patient",
        details: "Replaces the plan that the patient has. A missed check-in is shown to the doctors until it is seen.",
        tag: tag, for: DoctorOnly.self, takes: .path("patient_id", .patientID), .body(CheckInTerms.codec),
        answers: [.ok(CheckInPlanDocument.codec, "The plan")],
        problems: [.notFound, .restrictedRecord, .patientMerged],
        idempotency: .accepted
    ) { caller, patient, terms throws(Problem) in
        .creation { newID in
            ClinicCommand(
                StartCheckIns(newID(), of: patient, by: RecordReader(caller), terms), answer: .checkInPlan(patient))
        }
    }

    static let chooseCheckIns = Endpoint<ClinicAction>(
        .put, "/api/v1/check-ins/plan", id: "chooseCheckIns", summary: "Choose check-ins for oneself",
        details: """
            Replaces the plan that the caller chose before. A doctor's prescription cannot be replaced. Persons without a \
            clinic choose check-ins here too; in their answers, the account's id is in the place of the patient's id. The \
            contact is told of a missed check-in by mail if the plan has the contact's e-mail address.
            """,
        tag: tag, for: PatientOrPerson.self, takes: .body(CheckInTerms.codec),
        answers: [.ok(CheckInPlanDocument.codec, "The plan")],
        problems: [.notFound, .checkInsPrescribed, .checkInsErased, .patientMerged],
        idempotency: .accepted
    ) { caller, terms throws(Problem) in
        .creation { newID in
            let owner = CheckInOwner(caller)
            return ClinicCommand(StartCheckIns(newID(), of: owner, terms), answer: .checkInPlan(owner.id))
        }
    }
}
