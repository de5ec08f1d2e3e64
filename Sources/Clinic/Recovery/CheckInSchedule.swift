public import EventSourcing
import Identifiers

/// The plan of check-ins of a patient or of a person without a clinic, for decisions. Only the last event about the
/// person's check-ins is read.
public enum CheckInSchedule: EventSourced {
    case none
    case running(CheckInPlan)
    case ended(CheckInPlan)
    /// A person without a clinic erased the check-ins of the account.
    case erased

    public static var initial: CheckInSchedule { .none }
    public static var readsPersonal: Bool { false }
    /// Each event of this state contains the whole plan of check-ins, or says that the plan was erased.
    public static var readsLast: Bool { true }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .recovery(let event) = recorded.event else { return }
        if case .erased = event {
            self = .erased
        } else if let plan = event.plan {
            if case .ended = event { self = .ended(plan) } else { self = .running(plan) }
        }
    }
}

extension Subject where State == CheckInSchedule {
    static func checkIns(of patient: ID<Patient>) -> Subject { Subject(.checkIns(of: patient)) }
}

/// A timed step of a plan of check-ins.
enum CheckInStep: Hashable, Sendable {
    case miss
    case tellContact
    case end
}

extension CheckInPlan {
    /// The maximum number of timed steps of a plan of check-ins that one decision takes. If no server ran for a while,
    /// more steps may be due; a later decision then takes the other steps.
    static let mostSteps = 100

    /// The next timed step of the plan of check-ins, and the instant at which it is due.
    var next: (step: CheckInStep, at: Instant) {
        if let contactDue { return (.tellContact, contactDue) }
        return due <= endsAt ? (.miss, due) : (.end, endsAt)
    }

    /// Takes the timed steps of the plan of check-ins that are due by `now`, the oldest first, and returns their
    /// events. Returns `isOver` if the plan has ended.
    ///
    /// - Parameter answered: whether the person checks in now, so that the contact need not be told any more.
    mutating func settle(at now: Instant, answered: Bool = false) -> (events: [ClinicEvent], isOver: Bool) {
        var events: [ClinicEvent] = []
        while events.count < Self.mostSteps, next.at <= now {
            switch next.step {
            case .miss:
                let missedAt = due
                miss()
                events.append(
                    .recovery(.missed(CheckInMissed(missed: lastMissed, due: missedAt, plan: self))))
            case .tellContact:
                tellContact()
                if !answered {
                    events.append(.recovery(.contactDue(CheckInContactDue(missed: lastMissed, plan: self))))
                }
            case .end:
                events.append(.recovery(.ended(CheckInsEnded(cause: .over, plan: self))))
                return (events, true)
            }
        }
        return (events, false)
    }

    /// The events that end the plan of check-ins now: those of the timed steps that are due, and the end.
    func stopped(at now: Instant) -> [ClinicEvent] {
        var plan = self
        let (events, isOver) = plan.settle(at: now)
        return isOver ? events : events + [.recovery(.ended(CheckInsEnded(cause: .stopped, plan: plan)))]
    }
}

/// The owner of a check-in whose id a client chose, for decisions; `nil` if there is no check-in with this id.
public struct CheckInClaim: EventSourced {
    public static let initial = CheckInClaim()
    public static let readsPersonal = false

    private(set) var owner: ID<Patient>?

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .recovery(.checkedIn(let event)) = recorded.event { owner = event.plan.patient }
    }
}

extension Subject where State == CheckInClaim {
    static func checkIn(_ id: ID<CheckIn>) -> Subject { Subject(.checkIn(id)) }
}

/// The command needs a plan of check-ins, and the person cannot have one.
enum NoCheckInPlan: Error {
    case unknownPatient, erased
}

extension DecisionModel<ClinicEvent> {
    /// The check-ins of a person after the timed steps that are due by `now`.
    ///
    /// - Parameter answered: says of the running plan whether the person's check-in answers a missed one, so that the
    ///   contact need not be told any more.
    mutating func checkIns(
        of owner: CheckInOwner, at now: Instant, answered: (CheckInPlan) -> Bool = { _ in false }
    ) throws(NoCheckInPlan) -> SettledCheckIns {
        try requireCurrent(owner, else: NoCheckInPlan.unknownPatient)
        switch self[.checkIns(of: owner.id)] {
        case .none: return SettledCheckIns(running: nil, chosen: nil, events: [])
        case .erased: throw .erased
        case .ended(let plan): return SettledCheckIns(running: nil, chosen: plan.intervalsChosen, events: [])
        case .running(var plan):
            let (events, isOver) = plan.settle(at: now, answered: answered(plan))
            return SettledCheckIns(
                running: isOver || now > plan.endsAt ? nil : plan, chosen: plan.intervalsChosen, events: events)
        }
    }
}

/// The check-ins of a person after the timed steps that were due.
struct SettledCheckIns {
    /// The running plan; `nil` if there is none.
    let running: CheckInPlan?
    /// The intervals of the person's last plan; `nil` if there was none, or if a doctor prescribed it.
    let chosen: CheckInIntervals?
    /// The events of the timed steps.
    let events: [ClinicEvent]

    /// The intervals with which the person's next plan begins if none is running: those that the person chose last, or
    /// 24 hours and 2 hours.
    var next: CheckInIntervals { chosen ?? .standard }
}

extension CheckInPlan {
    fileprivate var intervalsChosen: CheckInIntervals? { doctor == nil ? intervals : nil }

    /// The plan that begins when a person without a running plan checks in or saves intervals.
    init(_ id: ID<CheckInPlan>, of owner: CheckInOwner, _ intervals: CheckInIntervals, from start: Instant) {
        self.init(
            id, patient: owner.id, doctor: nil, intervals, start: start, endsAt: start.adding(days: Self.mostDays),
            hasContact: false)
    }

    /// The event that begins this plan, of a person who chose no contact.
    var began: ClinicEvent { .recovery(.started(CheckInsStarted(plan: self, contact: nil))) }
}
