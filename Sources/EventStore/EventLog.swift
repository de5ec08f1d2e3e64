public import EventLoop
public import EventSourcing
public import Identifiers
public import Logging
public import PostgresClient
public import TimeZones

/// One loop's access to the clinics' event log, for appends and reads.
///
/// Commands are decided on states cached in memory, which may be out of date. The append condition detects that, and
/// the command is decided again. Commands that arrive during a write go together into the next batch.
public final class EventLog<Event: DomainEvent> {
    public let loop: EventLoop
    package let reads: PostgresPool
    /// The connections for locking appends, one for each in-flight batch.
    let writers: [Writer]
    /// The connection on which the log sends its optimistic appends, one after the other.
    let optimistic: Writer
    let projections: [ProjectionSchema<Event>]
    let limits: EventLogLimits
    let announcements: Announcements<Event>
    let hearing: Hearing
    let ownPositions: OwnPositions
    package let catchUpSignal: CatchUpSignal
    let keys: PersonalKeys
    /// The time zone rules with which the decisions of this log compute local times.
    public let zones: ZoneSource
    let unreadable: UnreadableEvents
    let storage: StorageHealth
    let logger: Logger

    /// Decided commands that wait to be written. The clinics take turns, and each clinic's oldest command is first.
    var queue = FairQueue<UUIDBytes, PendingCommand<Event>>()
    var isAboutToWrite = false
    /// Decided commands that wait for person keys.
    var waitingForKeys: [(command: PendingCommand<Event>, names: Set<KeyName>)] = []
    var isFetchingKeys = false
    var inFlightBatches: [InFlightBatch<Event>] = []
    var batchNumber: BatchNumber = 0
    /// The clinics whose feeds the log knows to exist in the database.
    var knownFeeds: Set<UUIDBytes> = []
    var caches: StateCaches<Event>
    /// The log's era: a number that increases whenever all cached data may be wrong. A command that was decided in an
    /// earlier era is decided again.
    var era: UInt64 = 0
    package internal(set) var statistics = EventLogStatistics()

    /// Creates the log of one loop. Must be called on the loop.
    ///
    /// - Parameters:
    ///   - reads: connections of this loop, shared with other readers.
    ///   - writes: the settings of the log's own connections for appends.
    ///   - projections: all projections. The `inline` ones are updated in each append's transaction.
    ///   - process: the state that all logs of the process share.
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
        hearing = process.hearing
        ownPositions = process.ownPositions
        catchUpSignal = process.catchUpSignal
        keys = process.keys
        zones = process.zones
        unreadable = process.unreadable
        storage = process.storage
        caches = StateCaches(clinics: limits.cachedClinics, states: limits.cachedStates, zones: process.zones)
        announcements.listen(on: loop) { [weak self] appended in self?.hear(appended) }
        reads.whenReopened { [weak self] in self?.distrustWhatIsKnown() }
    }

    /// Decides a command and appends its events. A command with an id is done once, however often it is sent.
    ///
    /// - Returns: the outcome, once the events are durable and every inline read model shows them.
    public func handle<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace? = nil
    ) async throws(LogFailure<D.Rejection>) -> Outcome where D.Event == Event {
        loop.preconditionCurrent()
        return try await withCheckedContinuation { caller in
            begin(decision, in: clinic, as: envelope, answer: answer, for: caller)
        }.get()
    }

    func begin<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace?,
        for caller: PendingDecision<D>.Caller
    ) where D.Event == Event {
        proceed(PendingDecision(decision, clinic: clinic, envelope: envelope, answer: answer, for: caller))
    }

    /// The number of decided commands that wait to be written.
    package var waitingCommands: Int {
        loop.preconditionCurrent()
        return queue.count
    }

    /// Closes the log's connections for appends. Commands in progress end as if the connection had been lost.
    public func close() {
        loop.preconditionCurrent()
        for writer in writers + [optimistic] { writer.close() }
    }

    /// Receives events that this process or another one has appended. It updates or evicts the cached states that these
    /// events may change. A waiting command whose decision has read such a state is marked as outdated.
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
