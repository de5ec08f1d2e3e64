public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a patient, or a person without a clinic, changes one interval of the check-ins, or both. Of
/// check-ins that a doctor prescribed, only the reminder interval can be changed.
///
/// If no plan of check-ins is running, the intervals are saved in a plan that ends as it begins, so that no check-in is
/// due yet. The next check-in begins a plan with these intervals.
public struct SetCheckInIntervals: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// The person without a clinic has erased the check-ins of the account.
        case erased
        case prescribed
        /// A new interval is outside of its limits. A request with such an interval is refused before the decision.
        case outOfLimits

        public var problem: Problem {
            switch self {
            case .unknownPatient: NoCheckInPlan.unknownPatient.problem
            case .erased: NoCheckInPlan.erased.problem
            case .prescribed: Problem(.checkInsPrescribed)
            case .outOfLimits: .malformed(body: "", code: "bad_range", detail: "an interval is outside of its limits")
            }
        }
    }

    let owner: CheckInOwner
    /// The id of the plan in which the intervals are saved if none is running.
    let newPlan: ID<CheckInPlan>
    /// The new interval from one check-in to the next, in milliseconds; `nil` to keep it.
    let checkIn: Int64?
    /// The new reminder interval in milliseconds; `nil` to keep it.
    let reminder: Int64?

    public init(
        of owner: CheckInOwner, checkIn: Int64? = nil, reminder: Int64? = nil, beginning newPlan: ID<CheckInPlan>
    ) {
        self.owner = owner
        self.newPlan = newPlan
        self.checkIn = checkIn
        self.reminder = reminder
    }

    public init(
        of patient: ID<Patient>, checkIn: Int64? = nil, reminder: Int64? = nil, beginning newPlan: ID<CheckInPlan>
    ) {
        self.init(of: .patient(patient), checkIn: checkIn, reminder: reminder, beginning: newPlan)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let found: SettledCheckIns
        do throws(NoCheckInPlan) { found = try model.checkIns(of: owner, at: now) } catch {
            throw switch error {
            case .unknownPatient: .unknownPatient
            case .erased: .erased
            }
        }
        var events = found.events
        let old = found.running?.intervals ?? found.next
        guard found.running?.doctor == nil || checkIn ?? old.checkIn == old.checkIn else { throw .prescribed }
        guard let new = CheckInIntervals(checkIn: checkIn ?? old.checkIn, reminder: reminder ?? old.reminder) else {
            throw .outOfLimits
        }
        guard var plan = found.running else {
            if new == found.chosen { return events }
            let saved = CheckInPlan(newPlan, of: owner, new, from: now)
            return events + [saved.began, .recovery(.ended(CheckInsEnded(cause: .stopped, plan: saved)))]
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
            the longer one. Of prescribed check-ins, only the reminder interval can be changed. If no plan is running, the \
            intervals are saved for the plan that the next check-in begins; until then, the answer's `status` is `ended`. \
            A locked session may save intervals, and so may one for background work; they see the plan without the doctor \
            and the contact.
            """,
        tag: tag, for: PatientOrPerson.self, evenLocked: true, evenInBackground: true,
        takes: .body(CheckInIntervalsBody.codec),
        answers: [.ok(CheckInPlanDocument.codec, "The plan as it is now")],
        problems: [.notFound, .checkInsPrescribed, .checkInsErased],
        idempotency: .accepted
    ) { caller, body throws(Problem) in
        let owner = CheckInOwner(caller)
        return .creation { newID in
            ClinicCommand(
                SetCheckInIntervals(of: owner, checkIn: body.checkIn, reminder: body.reminder, beginning: newID()),
                answer: .checkInPlan(owner.id, for: caller))
        }
    }
}
