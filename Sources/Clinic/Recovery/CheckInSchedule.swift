public import EventSourcing
import Identifiers

/// A patient's plan of check-ins, for decisions. Only the last event about the patient's check-ins is read.
public enum CheckInSchedule: EventSourced {
    case none
    case running(CheckInPlan)
    case ended(CheckInPlan)

    public static var initial: CheckInSchedule { .none }
    public static var readsPersonal: Bool { false }
    /// Each of these events contains the whole plan.
    public static var readsLast: Bool { true }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .recovery(let event) = recorded.event, let plan = event.plan else { return }
        if case .ended = event { self = .ended(plan) } else { self = .running(plan) }
    }
}

extension Subject where State == CheckInSchedule {
    static func checkIns(of patient: ID<Patient>) -> Subject { Subject(.checkIns(of: patient)) }
}

/// A step of a plan that time brings about, without a command of a person.
enum CheckInStep: Hashable, Sendable {
    case miss
    case tellContact
    case end
}

extension CheckInPlan {
    /// The maximum number of steps that one decision takes. A plan falls behind by more than one step only if no server
    /// ran; a later decision then takes the other steps.
    static let mostSteps = 100

    /// The next step of the plan, and the instant at which it is due.
    var next: (step: CheckInStep, at: Instant) {
        if let contactDue { return (.tellContact, contactDue) }
        return due <= endsAt ? (.miss, due) : (.end, endsAt)
    }

    /// Takes the steps that are due by `now`, the oldest first, and returns their events. Returns `isOver` if the plan
    /// has ended.
    ///
    /// - Parameter answered: whether the patient checks in now, so that the contact need not be told any more.
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

    /// The events that end the plan now: those of the steps that are due by now, and the end.
    func stopped(at now: Instant) -> [ClinicEvent] {
        var plan = self
        let (events, isOver) = plan.settle(at: now)
        return isOver ? events : events + [.recovery(.ended(CheckInsEnded(cause: .stopped, plan: plan)))]
    }
}

extension DecisionModel<ClinicEvent> {
    /// The running plan of a patient, after the steps that are due by `now`, and the events of these steps; `nil` if no
    /// plan is running or its end has come.
    mutating func runningCheckIns(
        of patient: ID<Patient>, at now: Instant, answered: Bool = false
    ) -> (plan: CheckInPlan, events: [ClinicEvent])? {
        guard case .running(var plan) = self[.checkIns(of: patient)] else { return nil }
        let (events, isOver) = plan.settle(at: now, answered: answered)
        return isOver || now > plan.endsAt ? nil : (plan, events)
    }
}
