public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a patient, or a person without a clinic, changes one interval of the check-ins, or both. Of
/// check-ins that a doctor prescribed, only the reminder interval can be changed.
public struct SetCheckInIntervals: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        /// The caller has no running plan of check-ins.
        case noPlan
        case prescribed
        /// A new interval is outside of its limits. A request with such an interval is refused before the decision.
        case outOfLimits

        public var problem: Problem {
            switch self {
            case .noPlan: .notFound
            case .prescribed: Problem(.checkInsPrescribed)
            case .outOfLimits: .malformed(body: "", code: "bad_range", detail: "an interval is outside of its limits")
            }
        }
    }

    let owner: CheckInOwner
    /// The new interval from one check-in to the next, in milliseconds; `nil` to keep it.
    let checkIn: Int64?
    /// The new reminder interval in milliseconds; `nil` to keep it.
    let reminder: Int64?

    public init(of owner: CheckInOwner, checkIn: Int64? = nil, reminder: Int64? = nil) {
        self.owner = owner
        self.checkIn = checkIn
        self.reminder = reminder
    }

    public init(of patient: ID<Patient>, checkIn: Int64? = nil, reminder: Int64? = nil) {
        self.init(of: .patient(patient), checkIn: checkIn, reminder: reminder)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.requireCurrent(owner, else: Rejection.noPlan)
        guard var (plan, events) = model.runningCheckIns(of: owner.id, at: now) else { throw .noPlan }
        let old = plan.intervals
        guard plan.doctor == nil || checkIn ?? old.checkIn == old.checkIn else { throw .prescribed }
        guard let new = CheckInIntervals(checkIn: checkIn ?? old.checkIn, reminder: reminder ?? old.reminder) else {
            throw .outOfLimits
        }
        guard new != old else { return events }
        plan.set(new, at: now)
        events.append(.recovery(.intervalsSet(CheckInIntervalsSet(plan: plan))))
        return events
    }
}

struct CheckInIntervalsBody: Sendable {
    let checkIn: Int64?
    let reminder: Int64?

    static let codec = object(
        CheckInIntervalsBody.init(checkIn:reminder:),
        optionalField("check_in_interval", \.checkIn, .checkInInterval),
        optionalField("reminder_interval", \.reminder, .reminderInterval)
    ).described("The intervals of check-ins; an absent one is kept.").named("CheckInIntervals")
}

extension RecoveryAPI {
    static let setCheckInIntervals = Endpoint<ClinicAction>(
        .put, "/api/v1/check-ins/intervals", id: "setCheckInIntervals",
        summary: "Change the intervals of one's check-ins",
        details: """
            The next check-in is due one interval after the last one; if that is over, a whole number of intervals after it. \
            The intervals can be set together or one after the other. Each is saved, also if the reminder interval is then \
            the longer one. Of prescribed check-ins, only the reminder interval can be changed.
            """,
        tag: tag, for: PatientOrPerson.self, takes: .body(CheckInIntervalsBody.codec),
        answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")], problems: [.notFound, .checkInsPrescribed],
        idempotency: .accepted
    ) { caller, body throws(Problem) in
        let owner = CheckInOwner(caller)
        return .command(
            ClinicCommand(
                SetCheckInIntervals(of: owner, checkIn: body.checkIn, reminder: body.reminder),
                answer: .checkInPlan(owner.id)))
    }
}
