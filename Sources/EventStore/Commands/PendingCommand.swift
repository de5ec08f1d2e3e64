import EventLoop
import EventSourcing
import Identifiers

/// A command in progress: decided, perhaps several times, then appended, then answered once.
class PendingCommand<Event: DomainEvent> {
    let clinic: UUIDBytes
    let envelope: CommandEnvelope
    let answer: AnswerPlace?

    /// The events of the last complete run.
    private(set) var proposed: [ProposedEvent<Event>] = []
    /// The positions that the last run read: the append condition.
    private(set) var known: AppendCondition = [:]
    /// The uncommitted events of earlier commands that the last run expected.
    private(set) var speculation: Speculation?
    /// The expected events did not come. From now on the command waits for the commands before it.
    var hasMisspeculated = false
    /// The cache that the last run read.
    private var decidedOn: StateCache<Event>?
    /// The log's era at the last run.
    private(set) var era: UInt64 = 0
    /// An event arrived that the last run would have read, or events may have been missed.
    var isOutdated = false
    /// The feed's last position at some moment after the command arrived. States known up to here are fresh for it.
    var freshFrom: Int64?
    /// An append was sent and never answered: a stored answer under the id may be that append's.
    var mayBeDone = false
    /// The decision rejects the command, and a read has found that it was done before. The stored answer is given after
    /// a later commit has succeeded: the read may show a commit that did not wait for the standby and can still be
    /// lost.
    var wasDone = false
    /// Until when a lost answer is looked up.
    var deadline: MonotonicTime?
    /// When it last joined the queue for a writer, in nanoseconds.
    var queuedSince: UInt64 = 0
    /// How often other appends were faster.
    var lostRaces = 0
    /// How often states were fetched for it.
    var fetches = 0

    init(clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?) {
        self.clinic = clinic
        self.envelope = envelope
        self.answer = answer
    }

    /// The database knows the command's outcome, whatever a new decision would be.
    var isAskedAfter: Bool { mayBeDone || wasDone }

    /// The expected events of a run: those of all commands before it in its batch.
    struct Speculation {
        let batch: BatchNumber
        /// The feed's last position before the batch.
        let begin: Int64
        /// The feed's last position before the command's own events.
        let end: Int64
        /// For each tag that the run read, the last expected event.
        let seen: [Tag: Int64]
    }

    /// The append condition: no event with these tags after these positions.
    var condition: AppendCondition { speculation.map { known.merging($0.seen, uniquingKeysWith: max) } ?? known }

    enum Run {
        case missing([AnySubject<Event>])
        case rejected
        case proposed
    }

    /// Runs the decision on the cached states, and on what a batch that it may join writes before it.
    func run(
        _ cache: StateCache<Event>, in era: UInt64,
        speculatingOn speculated: (SpeculativeEvents<Event>, in: BatchNumber)? = nil
    ) -> Run {
        var model = DecisionModel(cache, speculatingOn: speculated?.0)
        let events = decide(&model)
        speculation = speculated.map { speculated, batch in
            var seen: [Tag: Int64] = [:]
            for tag in model.known.keys { seen[tag] = speculated.last(under: tag) }
            return Speculation(batch: batch, begin: speculated.begin, end: speculated.end, seen: seen)
        }
        decidedOn = cache
        self.era = era
        known = model.known
        isOutdated = false
        guard model.missing.isEmpty else { return .missing(model.missing) }
        proposed = []
        guard let events else { return .rejected }
        proposed = events.map { ProposedEvent($0) }
        return .proposed
    }

    /// Whether the last run used this cache. A clinic's cache may have been evicted since; events received by a new
    /// cache say nothing about what the last run read.
    func isDecided(on cache: StateCache<Event>) -> Bool { decidedOn === cache }

    /// Encodes and seals its events for storage.
    ///
    /// - Returns: the keys that are needed and not cached.
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

    /// The decision's events; `nil` if it rejects.
    func decide(_ model: inout DecisionModel<Event>) -> [Event]? { nil }

    /// Every state that the last run read was fresh when the command arrived, or is fresher.
    var isDecidedOnFreshStates: Bool {
        guard !known.isEmpty else { return true }
        guard let freshFrom else { return false }
        return known.values.allSatisfy { $0 >= freshFrom }
    }

    /// Ends the command. Only the first outcome counts.
    func finish(_ verdict: Verdict) {}
}

/// The outcome of a command, without its rejection.
enum Verdict: Sendable {
    case done(Outcome)
    case rejected
    case failed(LogFailure<Never>)
}

/// A new event with its tags, which are read often.
struct ProposedEvent<Event: DomainEvent> {
    let event: Event
    /// Each once.
    let tags: [Tag]
    /// All its tags, with the tags of all days.
    let noticed: [Tag]
    /// The event as it will be stored.
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
    /// The keys that its personal values were sealed with.
    var keys: Set<SealingKey> = []
}

/// A pending command with its decision, and the caller who waits for its outcome.
final class PendingDecision<D: Decision>: PendingCommand<D.Event> {
    typealias Caller = CheckedContinuation<Result<Outcome, LogFailure<D.Rejection>>, Never>

    private let decision: D
    private var rejection: D.Rejection?
    private var caller: Caller?

    init(
        _ decision: D, clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?, for caller: Caller
    ) {
        self.decision = decision
        self.caller = caller
        super.init(clinic: clinic, envelope: envelope, answer: answer)
    }

    override func decide(_ model: inout DecisionModel<D.Event>) -> [D.Event]? {
        do {
            return try decision.decide(&model, at: envelope.now)
        } catch {
            rejection = error
            return nil
        }
    }
    override func finish(_ verdict: Verdict) {
        switch verdict {
        case .done(let outcome): caller?.resume(returning: .success(outcome))
        case .rejected: caller?.resume(returning: .failure(rejection.map { .rejected($0) } ?? .conflict))
        case .failed(let failure): caller?.resume(returning: .failure(failure.forCommands()))
        }
        caller = nil
    }
}
