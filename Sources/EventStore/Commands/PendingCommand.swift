import EventLoop
import EventSourcing
import Identifiers

/// A command in progress. It is decided, sometimes repeatedly, its events are appended unless it is rejected or fails,
/// and it is answered once.
class PendingCommand<Event: DomainEvent> {
    let clinic: UUIDBytes
    let envelope: CommandEnvelope
    let answer: AnswerPlace?

    /// The events that the command's decision returned when it last ran with all of its states cached.
    private(set) var proposed: [ProposedEvent<Event>] = []
    /// The append condition of the command's decision: for each tag that its last run read, the position up to which
    /// the read state includes all events.
    private(set) var known: AppendCondition = [:]
    /// The uncommitted events of earlier commands that the decision's last run was based on; `nil` if there were none.
    private(set) var speculation: Speculation?
    /// Whether an expected event of an earlier command was not appended. From then on, this command waits for the
    /// commands before it instead of being decided speculatively.
    var hasMisspeculated = false
    /// The cache of states that the decision's last run read.
    private var decidedOn: StateCache<Event>?
    /// The log's era at the decision's last run.
    private(set) var era: UInt64 = 0
    /// Whether the decision's last run does not count any more: an event that changes its states has arrived, events
    /// may have been missed, or the run was speculative and rejected the command or lacked a state.
    var isOutdated = false
    /// The feed's last position, read at some time after the command arrived. A state that includes all events up to
    /// this position is fresh enough for the command.
    var freshFrom: Int64?
    /// Whether an append of the command was sent and never answered. A stored answer under the command's id may come
    /// from that append.
    var mayBeDone = false
    /// Whether the decision rejects the command, although a read found that the command was done before. The stored
    /// answer is returned only after a later commit has succeeded: the read may show a commit that did not wait for the
    /// standby and can still be lost.
    var wasDone = false
    /// The time until which the log looks up the command's lost answer in the database.
    var deadline: MonotonicTime?
    /// The time in nanoseconds at which the command last joined the queue of commands that wait to be written.
    var queuedSince: UInt64 = 0
    /// The number of times that the command had to be decided again because another append came first.
    var lostRaces = 0
    /// The number of times that states were fetched for the command.
    var fetches = 0
    /// The destroyed person keys that the command's events needed. The command is decided again once for each of them.
    private var destroyedKeys: Set<KeyName> = []

    init(clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?) {
        self.clinic = clinic
        self.envelope = envelope
        self.answer = answer
    }

    /// Whether the database, and not a new decision, determines the command's outcome.
    var isAskedAfter: Bool { mayBeDone || wasDone }

    /// The events that a speculative decision expects: those of all earlier commands of the clinic in its batch.
    struct Speculation {
        let batch: BatchNumber
        /// The feed's last position before the events of the command's batch.
        let begin: Int64
        /// The last position of the earlier commands' expected events, after which the command's own events follow.
        let end: Int64
        /// For each tag that the decision read, the position of the last expected event with this tag.
        let seen: [Tag: Int64]
    }

    /// The append condition of the command: no event with one of these tags after the tag's position. For a speculative
    /// decision it includes the expected events of earlier commands.
    var condition: AppendCondition { speculation.map { known.merging($0.seen, uniquingKeysWith: max) } ?? known }

    enum Run {
        case missing([AnySubject<Event>])
        case rejected
        case proposed
    }

    /// Runs the command's decision on the cached states and, for a speculative decision, on the events of earlier
    /// commands in a batch.
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

    /// Whether the decision's last run read its states from the given cache. If the clinic's cache has been replaced
    /// since then, the events that the new cache receives do not show whether that run is outdated.
    func isDecided(on cache: StateCache<Event>) -> Bool { decidedOn === cache }

    enum Sealing {
        case done
        /// The person keys that the command's personal values need and that are not cached.
        case missing(Set<KeyName>)
        /// The command needs a person key that is destroyed, and was decided on states that may not have the erasure
        /// yet. The command must be decided again on newly read states.
        case outdated
    }

    /// Encodes and seals the command's events for storage.
    ///
    /// - Throws: if an event cannot be stored. A command that was decided after this log had found the destroyed key is
    ///   not decided again. If such a command still has a personal value of the erased person, its events cannot be
    ///   stored.
    func seal(_ keys: PersonalKeys) throws(Unreadable) -> Sealing {
        var missing: Set<KeyName> = []
        for index in proposed.indices {
            do { try proposed[index].seal(in: clinic, keys) } catch {
                switch error {
                case .missing(let name): missing.insert(name)
                case .destroyed(let name):
                    guard destroyedKeys.insert(name).inserted else {
                        throw Unreadable("a command tells of somebody who was erased")
                    }
                    return .outdated
                case .nobodys: throw Unreadable("an event has personal values and does not say whose")
                case .notReadable(let what):
                    throw Unreadable("an event could not be read again, so it is not appended: \(what)")
                }
            }
        }
        return missing.isEmpty ? .done : .missing(missing)
    }

    /// The person keys that the command's events were sealed with.
    var sealingKeys: Set<SealingKey> { proposed.reduce(into: []) { $0.formUnion($1.stored.keys) } }

    /// The decision's events; `nil` if it rejects the command.
    func decide(_ model: inout DecisionModel<Event>) -> [Event]? { nil }

    /// Whether every state that the decision's last run read includes all events appended before the command arrived.
    var isDecidedOnFreshStates: Bool {
        guard !known.isEmpty else { return true }
        guard let freshFrom else { return false }
        return known.values.allSatisfy { $0 >= freshFrom }
    }

    /// Ends the command with an outcome. Later calls have no effect.
    func finish(_ verdict: Verdict) {}
}

/// The outcome of a command, without the reason of a rejection.
enum Verdict: Sendable {
    case done(Outcome)
    case rejected
    case failed(LogFailure<Never>)
}
