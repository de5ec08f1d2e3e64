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

extension DecisionModel<ClinicEvent> {
    /// The running plan of check-ins of a person, after the timed steps that are due by `now`, and the events of these
    /// steps; `nil` if no plan is running, or if the plan's end has come.
    mutating func runningCheckIns(
        of patient: ID<Patient>, at now: Instant, answered: Bool = false
    ) -> (plan: CheckInPlan, events: [ClinicEvent])? {
        guard case .running(var plan) = self[.checkIns(of: patient)] else { return nil }
        let (events, isOver) = plan.settle(at: now, answered: answered)
        return isOver || now > plan.endsAt ? nil : (plan, events)
    }
}
