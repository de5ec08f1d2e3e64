public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a patient changes the intervals of the check-ins. Of check-ins that a doctor prescribed, only
/// the reminder interval can be changed.
public struct SetCheckInIntervals: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        /// The patient has no plan that is running.
        case noPlan
        case prescribed
        case reminderTooLong

        public var problem: Problem {
            switch self {
            case .noPlan: .notFound
            case .prescribed: Problem(.checkInsPrescribed)
            case .reminderTooLong:
                .malformed(
                    body: "/reminder_interval", code: "bad_range",
                    detail: "must not be longer than the check-in interval")
            }
        }
    }

    let patient: ID<Patient>
    /// The new interval from one check-in to the next, in milliseconds; `nil` to keep it.
    let checkIn: Int64?
    /// The new reminder interval in milliseconds; `nil` to keep it.
    let reminder: Int64?

    public init(of patient: ID<Patient>, checkIn: Int64? = nil, reminder: Int64? = nil) {
        self.patient = patient
        self.checkIn = checkIn
        self.reminder = reminder
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.noPlan)
        guard var (plan, events) = model.runningCheckIns(of: patient, at: now) else { throw .noPlan }
        let old = plan.intervals
        guard plan.doctor == nil || checkIn ?? old.checkIn == old.checkIn else { throw .prescribed }
        guard let new = CheckInIntervals(checkIn: checkIn ?? old.checkIn, reminder: reminder ?? old.reminder) else {
            throw .reminderTooLong
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
            Of prescribed check-ins, only the reminder interval can be changed.
            """,
        tag: tag, for: PatientOnly.self, takes: .body(CheckInIntervalsBody.codec),
        answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")], problems: [.notFound, .checkInsPrescribed],
        idempotency: .accepted
    ) { caller, body throws(Problem) in
        let patient = ID<Patient>(caller.patient)
        return .command(
            ClinicCommand(
                SetCheckInIntervals(of: patient, checkIn: body.checkIn, reminder: body.reminder),
                answer: .checkInPlan(patient)))
    }
}
