import DequeModule
public import EventLoop
public import EventSourcing
public import Identifiers
public import Logging
public import PostgresClient
public import TimeZones

/// One loop's view of the clinics' event log, for appends and reads.
///
/// Commands are decided on states cached in memory, which may be out of date. The append condition detects that, and
/// the command is decided again. Commands that arrive during a write go together into the next batch.
public final class EventLog<Event: DomainEvent> {
    public let loop: EventLoop
    package let reads: PostgresPool
    /// One connection for each in-flight batch, for locking appends.
    let writers: [Writer]
    /// For optimistic appends, one behind the other.
    let optimistic: Writer
    let projections: [ProjectionSchema<Event>]
    let limits: EventLogLimits
    let announcements: Announcements<Event>
    let ownPositions: OwnPositions
    package let catchUpSignal: CatchUpSignal
    let keys: PersonalKeys
    /// The zone rules for decisions.
    public let zones: ZoneSource
    let unreadable: UnreadableEvents
    let logger: Logger

    /// Decided commands that wait for a writer: clinics take turns, and each clinic's oldest is first.
    var queue = FairQueue<UUIDBytes, PendingCommand<Event>>()
    var isAboutToWrite = false
    /// Decided commands that wait for keys.
    var waitingForKeys: [(command: PendingCommand<Event>, names: Set<KeyName>)] = []
    var isFetchingKeys = false
    var inFlightBatches: [InFlightBatch<Event>] = []
    var batchNumber: BatchNumber = 0
    /// Clinics whose feed is known to exist.
    var knownFeeds: Set<UUIDBytes> = []
    var caches: StateCaches<Event>
    /// Increases when everything known may be wrong. Commands decided before are decided again.
    var era: UInt64 = 0
    package internal(set) var statistics = EventLogStatistics()

    /// On the loop only.
    ///
    /// - Parameters:
    ///   - reads: connections of this loop, shared with other readers.
    ///   - writes: for two connections of the log's own.
    ///   - projections: those that are `inline` are updated in each append's transaction.
    ///   - process: shared by the process's logs.
    public init(
        on loop: EventLoop, reads: PostgresPool, writes: PostgresConfiguration,
        projections: [AnyProjection<Event>], sharing process: SharedLog<Event>,
        limits: EventLogLimits = EventLogLimits(),
        logger: Logger = Logger(label: "chairside.log")
    ) {
        self.loop = loop
        self.reads = reads
        writers = (0..<2).map { _ in Writer(writes, on: loop) }
        optimistic = Writer(writes, on: loop)
        self.projections = projections.filter { $0.time == .inline }.map { ProjectionSchema($0) }
        self.limits = limits
        self.logger = logger
        announcements = process.announcements
        ownPositions = process.ownPositions
        catchUpSignal = process.catchUpSignal
        keys = process.keys
        zones = process.zones
        unreadable = process.unreadable
        caches = StateCaches(clinics: limits.cachedClinics, states: limits.cachedStates, zones: process.zones)
        announcements.listen(on: loop) { [weak self] appended in self?.hear(appended) }
        reads.whenReopened { [weak self] in self?.distrustWhatIsKnown() }
    }

    /// Decides a command and appends its events, once per command id however often it is sent.
    ///
    /// - Returns: when the events are durable and every inline read model shows them.
    public func handle<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace? = nil
    ) async throws(LogFailure<D.Rejection>) -> Outcome where D.Event == Event {
        loop.preconditionCurrent()
        return try await withCheckedContinuation { caller in
            begin(decision, in: clinic, as: envelope, answer: answer, for: caller)
        }.get()
    }

    fileprivate func begin<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace?,
        for caller: PendingDecision<D>.Caller
    ) where D.Event == Event {
        proceed(PendingDecision(decision, clinic: clinic, envelope: envelope, answer: answer, for: caller))
    }

    /// Decided commands that wait for a writer.
    package var waitingCommands: Int {
        loop.preconditionCurrent()
        return queue.count
    }

    /// Closes the log's connections. Commands in progress end as if the connection had been lost.
    public func close() {
        loop.preconditionCurrent()
        for writer in writers + [optimistic] { writer.close() }
    }

    /// Takes in appended events: cached states that they may change are updated or evicted.
    private func hear(_ appended: [Appended<Event>]) {
        var written: [UUIDBytes: Set<Tag>] = [:]
        var unreadable: Set<UUIDBytes> = []
        let hasCommands = !queue.isEmpty || !inFlightBatches.isEmpty
        for appended in appended {
            if hasCommands { written[appended.clinic, default: []].formUnion(appended.tags.joined()) }
            if appended.events.isEmpty { unreadable.insert(appended.clinic) }
            guard let states = caches.existing(appended.clinic) else { continue }
            guard let last = appended.events.last?.position, let positions = appended.positions else {
                caches.forget(appended.clinic)
                continue
            }
            let hasHeardAllBefore = states.seen >= positions.lowerBound - 1
            states.hear(positions, appended.events)
            if let condition = appended.condition {
                states.cache.absorb(appended.events, tags: appended.tags, condition: condition, upTo: last)
            } else if hasHeardAllBefore {
                states.cache.absorb(appended.events, tags: appended.tags)
            } else {
                for tag in Set(appended.tags.joined()) { states.cache.forget(tag) }
            }
        }
        guard hasCommands else { return }
        queue.forEach { outdate($0, written, unreadable) }
        for inFlight in inFlightBatches {
            for command in inFlight.batch.commands { outdate(command, written, unreadable) }
        }
    }

    private func outdate(
        _ command: PendingCommand<Event>, _ written: [UUIDBytes: Set<Tag>], _ unreadable: Set<UUIDBytes>
    ) {
        guard !command.isOutdated, let written = written[command.clinic] else { return }
        if unreadable.contains(command.clinic) { command.isOutdated = true }
        for tag in command.known.keys where written.contains(tag) { command.isOutdated = true }
    }
}

/// A log's entries for the other loops.
extension LoopBound {
    /// `EventLog.handle`, from any loop.
    public func handle<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace? = nil
    ) async throws(LogFailure<D.Rejection>) -> Outcome where Value == EventLog<D.Event> {
        try await withCheckedContinuation { caller in
            if loop.isCurrent {
                value.begin(decision, in: clinic, as: envelope, answer: answer, for: caller)
            } else {
                loop.execute { value.begin(decision, in: clinic, as: envelope, answer: answer, for: caller) }
            }
        }.get()
    }

    /// `EventLog.read` with all that was appended before the call, from any loop.
    public func answer<Event, Answer: Sendable, Rejection: Error>(
        _ clinic: UUIDBytes, _ answer: @escaping @Sendable (inout DecisionModel<Event>) throws(Rejection) -> Answer
    ) async throws(LogFailure<Rejection>) -> Answer where Value == EventLog<Event> {
        if loop.isCurrent { return try await value.read(clinic, answer) }
        let task = Task(executorPreference: loop) { () async -> Result<Answer, LogFailure<Rejection>> in
            do throws(LogFailure<Rejection>) { return .success(try await value.read(clinic, answer)) } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }
}

/// The part of the log that a process's loops share.
public struct SharedLog<Event: DomainEvent>: Sendable {
    public let announcements: Announcements<Event>
    let ownPositions = OwnPositions()
    package let catchUpSignal = CatchUpSignal()
    package let keys: PersonalKeys
    /// The zone rules for decisions.
    public let zones: ZoneSource
    /// Events that could not be read in this process.
    public let unreadable: UnreadableEvents

    /// - Parameter keys: for sealing personal values.
    public init(
        keys: PersonalKeys, zones: ZoneSource = ZoneSource(.onlyUTC), logger: Logger = Logger(label: "chairside.log")
    ) {
        self.keys = keys
        self.zones = zones
        unreadable = UnreadableEvents(logger)
        announcements = Announcements(keys: keys, unreadable)
    }
}

public struct EventLogLimits: Sendable {
    /// The maximum number of commands in one transaction.
    public var commandsPerBatch = 200
    /// A batch takes no further command beyond this many events.
    public var eventsPerBatch = 2_000
    /// How often a command is decided again after losing to other appends.
    public var races = 20
    /// How often states are fetched for one command.
    public var fetchesPerCommand = 50
    /// How long the lost answer of a command is looked up.
    public var unknownOutcomeDeadline = Duration.seconds(10)
    /// The pause before such commands are sent to the database again.
    public var pauseBeforeRetry = Duration.milliseconds(50)
    public var cachedClinics = 500
    /// For all clinics of one loop together; about a kilobyte each.
    public var cachedStates = 100_000

    public init() {}
}
