public import Endpoints
public import EventSourcing
public import Identifiers

/// The command with which a patient, or a person without a clinic, checks in.
///
/// If no plan of check-ins is running, the check-in begins one that the person has chosen by it, since apps let a person
/// check in before anything else. If a check-in was due and no server has counted it as missed yet, it is counted now.
/// So the number of missed check-ins does not depend on when a server looks for them.
public struct RecordCheckIn: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// The person without a clinic has erased the check-ins of the account.
        case erased
        /// Another person's check-in has the id that the client chose.
        case idTaken
        /// The check-in was made longer ago than the longest interval between check-ins.
        case tooOld
        case inFuture
        /// The check-in names a person who is neither the caller nor the person of a record that was merged into the
        /// caller's.
        case notTheCaller(member: String)

        public var problem: Problem {
            switch self {
            case .unknownPatient: NoCheckInPlan.unknownPatient.problem
            case .erased: NoCheckInPlan.erased.problem
            case .idTaken: Problem(.checkInIDTaken)
            case .tooOld:
                .malformed(
                    body: "/timestamp", code: "too_early",
                    detail: "must be at most \(RecordCheckIn.oldest / 86_400) days ago")
            case .inFuture:
                .malformed(
                    body: "/timestamp", code: "in_the_future",
                    detail: "must be at most \(RecordCheckIn.mostAhead) seconds from now")
            case .notTheCaller(let member):
                .malformed(body: "/\(member)", code: "not_the_caller", detail: "must be the caller's id")
            }
        }
    }

    /// The maximum age of a check-in that a client tells of, in seconds: 31 days, the longest check-in interval.
    static let oldest = CheckInIntervals.checkInLimits.upperBound / 1000
    /// The number of seconds by which a client's clock may be ahead of the server's: a day, since a clock that was set by
    /// hand may have the time of another zone. Such a check-in counts as made now.
    static let mostAhead: Int64 = 86_400

    let checkIn: ID<CheckIn>
    /// The id of the plan that the check-in begins if none is running.
    let newPlan: ID<CheckInPlan>
    let owner: CheckInOwner
    let source: CheckInSource
    /// The instant of the check-in by the client's clock; `nil` for now.
    let made: Instant?
    /// Whether the client chose the check-in's id, so that the same check-in can be sent again.
    let isNamed: Bool
    /// The ids in the check-in that are not the caller's. Each must be that of a record that was merged into the
    /// caller's, since a client keeps a check-in that it made offline as it was made.
    let namedOwners: [NamedOwner]

    public init(
        _ checkIn: ID<CheckIn>, of owner: CheckInOwner, source: CheckInSource = .manual, made: Instant? = nil,
        isNamed: Bool = false, namedOwners: [NamedOwner] = [], beginning newPlan: ID<CheckInPlan>? = nil
    ) {
        self.checkIn = checkIn
        self.newPlan = newPlan ?? ID(checkIn.uuid)
        self.owner = owner
        self.source = source
        self.made = made
        self.isNamed = isNamed
        self.namedOwners = namedOwners
    }

    public init(
        _ checkIn: ID<CheckIn>, of patient: ID<Patient>, source: CheckInSource = .manual, made: Instant? = nil,
        isNamed: Bool = false, namedOwners: [NamedOwner] = []
    ) {
        self.init(
            checkIn, of: .patient(patient), source: source, made: made, isNamed: isNamed, namedOwners: namedOwners)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        for named in namedOwners where !model.isOwn(named.id, of: owner) {
            throw .notTheCaller(member: named.member)
        }
        if isNamed, let known = model[.checkIn(checkIn)].owner {
            guard model.isOwn(known, of: owner) else { throw .idTaken }
            return []
        }
        if let made {
            guard now.seconds(since: made) <= Self.oldest else { throw .tooOld }
            guard made.seconds(since: now) <= Self.mostAhead else { throw .inFuture }
        }
        let made = made.map { min($0, now) }
        let instant = made ?? now
        let found: SettledCheckIns
        do throws(NoCheckInPlan) {
            found = try model.checkIns(of: owner, at: now) { $0.isAnswered(by: instant, at: now) }
        } catch {
            throw switch error {
            case .unknownPatient: .unknownPatient
            case .erased: .erased
            }
        }
        var events = found.events
        var plan = found.running ?? CheckInPlan(newPlan, of: owner, found.next, from: instant)
        if found.running == nil { events.append(plan.began) }
        if let made { plan.checkIn(at: made, toldAt: now) } else { plan.checkIn(at: now) }
        events.append(.recovery(.checkedIn(CheckedIn(checkIn: checkIn, source: source, made: made, plan: plan))))
        return events
    }
}
