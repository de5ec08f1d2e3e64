import EventLoop
import EventSourcing
import Identifiers

/// A command on its way through the log: decided, perhaps several times, then appended, then answered once.
///
/// - Safety: touched on the log's loop alone.
class PendingCommand<Event: DomainEvent>: @unchecked Sendable {
    let clinic: UUIDBytes
    let envelope: CommandEnvelope
    let answer: AnswerPlace?

    /// What the last complete run proposes.
    private(set) var proposed: [ProposedEvent<Event>] = []
    /// What the last run read: the condition of the append.
    private(set) var known: [Tag: Int64] = [:]
    /// What the last run took for done, though it was not yet.
    private(set) var foresight: Foresight?
    /// It did not come as the command foresaw. From now on it waits for what has to be before it.
    var isMisled = false
    /// Where the last run read it.
    private var decidedOn: FactCache<Event>?
    /// The log's when it was run last.
    private(set) var era: UInt64 = 0
    /// Something came that the last run would have read, or may have come unheard.
    var isOutdated = false
    /// The feed's last position at some moment after the command came. Facts known up to here are fresh for it.
    var freshFrom: Int64?
    /// An append was sent and never answered: an answer found under the id may be that append's.
    var mayBeDone = false
    /// Its decision says no, and a read has shown that it was done before. That answer is given once a commit that comes after
    /// it has gone through: what a read shows may be lost yet, where its own commit did not wait for the standby.
    var wasDone = false
    /// Until when an answer that was lost is looked for.
    var deadline: MonotonicTime?
    /// When it was last put among those that wait for a writer, by the clock of nanoseconds.
    var queuedSince: UInt64 = 0
    /// How often others were faster.
    var lostRaces = 0
    /// How often facts were fetched for it.
    var fetches = 0

    private var continuation: CheckedContinuation<Verdict, Never>?

    init(clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?) {
        self.clinic = clinic
        self.envelope = envelope
        self.answer = answer
    }

    /// What became of it is for the database to say, whatever it would be decided now.
    var isAskedAfter: Bool { mayBeDone || wasDone }

    /// What a run took for done: the events of all commands before it in its batch.
    struct Foresight {
        let batch: BatchNumber
        /// Where the feed ends before the batch.
        let begin: Int64
        /// Where it ends before the command's own events.
        let end: Int64
        /// Of the tags that the run read, the last event that it foresaw.
        let seen: [Tag: Int64]
    }

    /// Nothing had come under these tags after these positions when its events were appended.
    var condition: [Tag: Int64] { foresight.map { known.merging($0.seen, uniquingKeysWith: max) } ?? known }

    enum Run {
        case missing([AnySubject<Event>])
        case refused
        case proposed
    }

    /// Runs the decision on the facts at hand, and on what a batch that it may join writes before it.
    func run(
        _ cache: FactCache<Event>, in era: UInt64, foreseeing foreseen: (Foreseen<Event>, in: BatchNumber)? = nil
    ) -> Run {
        var facts = Facts(cache, foreseeing: foreseen?.0)
        let events = decide(&facts)
        foresight = foreseen.map { foreseen, batch in
            var seen: [Tag: Int64] = [:]
            for tag in facts.known.keys { seen[tag] = foreseen.last(under: tag) }
            return Foresight(batch: batch, begin: foreseen.begin, end: foreseen.end, seen: seen)
        }
        decidedOn = cache
        self.era = era
        known = facts.known
        isOutdated = false
        guard facts.missing.isEmpty else { return .missing(facts.missing) }
        proposed = []
        guard let events else { return .refused }
        proposed = events.map { ProposedEvent($0) }
        return .proposed
    }

    /// Whether the last run was on these facts. A clinic's facts may have been given up since; what others have heard of says nothing of
    /// what the last run read.
    func isDecided(on cache: FactCache<Event>) -> Bool { decidedOn === cache }

    /// Makes what will be stored of its events.
    ///
    /// - Returns: the keys that this takes and that are not at hand.
    func seal(_ keys: PersonalKeys) throws(Unreadable) -> Set<KeyName> {
        var missing: Set<KeyName> = []
        for index in proposed.indices {
            do { try proposed[index].seal(in: clinic, keys) } catch {
                switch error {
                case .missing(let name): missing.insert(name)
                case .destroyed: throw Unreadable("a command tells of somebody who was erased")
                case .nobodys: throw Unreadable("an event has personal values and does not say whose")
                case .notReadable(let what):
                    throw Unreadable("an event could not be read again, so it is not appended: \(what)")
                }
            }
        }
        return missing
    }

    /// The keys that its events were sealed with.
    var sealingKeys: Set<SealingKey> { proposed.reduce(into: []) { $0.formUnion($1.stored.keys) } }

    /// The decision's events, `nil` where it refuses.
    func decide(_ facts: inout Facts<Event>) -> [Event]? { nil }

    /// Every fact that the last run saw was fresh when the command came, or is fresher.
    var isDecidedOnFreshFacts: Bool {
        guard !known.isEmpty else { return true }
        guard let freshFrom else { return false }
        return known.values.allSatisfy { $0 >= freshFrom }
    }

    func wait(_ begin: () -> Void) async -> Verdict {
        await withCheckedContinuation {
            continuation = $0
            begin()
        }
    }

    /// Ends the command. Only the first verdict counts.
    func finish(_ verdict: Verdict) {
        continuation?.resume(returning: verdict)
        continuation = nil
    }
}

/// How a command ended, its rejection aside.
enum Verdict: Sendable {
    case done(Outcome)
    case refused
    case failed(LogFailure<Never>)
}

/// A new event with its tags: they are asked for often.
struct ProposedEvent<Event: DomainEvent> {
    let event: Event
    /// Each once.
    let tags: [Tag]
    /// All under which it is noticed.
    let noticed: [Tag]
    /// As it will be stored.
    private(set) var stored = StoredPayload()

    init(_ event: Event) {
        self.event = event
        var tags: [Tag] = []
        for tag in event.tags where !tags.contains(tag) { tags.append(tag) }
        self.tags = tags
        noticed = tags.noticed
    }

    mutating func seal(in clinic: UUIDBytes, _ keys: PersonalKeys) throws(EventSealer.Obstacle) {
        let payload = event.payload
        let type = type(of: payload).stored
        let sealed = try EventSealer.bytes(of: payload, in: clinic, keys)
        try EventSealer.readBack(sealed.bytes, as: payload, of: Event.types, in: clinic, keys)
        stored = StoredPayload(
            type: type.name, version: Int32(truncatingIfNeeded: type.version), data: sealed.bytes, keys: sealed.keys)
    }
}

struct StoredPayload {
    var type = ""
    var version: Int32 = 0
    var data: [UInt8] = []
    /// What is personal in it was sealed with these.
    var keys: Set<SealingKey> = []
}

/// A pending command that keeps its decision's rejection.
final class PendingDecision<D: Decision>: PendingCommand<D.Event>, @unchecked Sendable {
    private let decision: D
    private(set) var rejection: D.Rejection?

    init(_ decision: D, clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?) {
        self.decision = decision
        super.init(clinic: clinic, envelope: envelope, answer: answer)
    }

    override func decide(_ facts: inout Facts<D.Event>) -> [D.Event]? {
        do {
            return try decision.decide(&facts, at: envelope.now)
        } catch {
            rejection = error
            return nil
        }
    }
}
