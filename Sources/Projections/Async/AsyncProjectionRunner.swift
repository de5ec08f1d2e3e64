public import EventLoop
public import EventSourcing
import EventStore
import Identifiers
public import Logging
public import PostgresClient
import SQL

/// Keeps asynchronous projections up to date, together with the other servers: each works on the slices of clinics for
/// which it holds the projections' leases.
///
/// A received event only causes a projection to run in the event's clinic. The projection's stored position determines
/// which events are folded.
public final class AsyncProjectionRunner<Event: DomainEvent> {
    let loop: EventLoop
    let pool: PostgresPool
    let leases: ProjectionLeases
    let limits: AsyncProjectionLimits
    let logger: Logger
    private let models: [AsyncProjection<Event>]
    private let process: SharedLog<Event>

    private var queue = AsyncWorkQueue()
    private var gathered: Deadline?
    private var tasks: [AsyncWork: Task<Void, Never>] = [:]
    /// The positions of the asynchronous projections in the clinics' feeds, as this server has last written them.
    private var places: [AsyncWork: ProjectionPosition] = [:]
    private var heard: HeardEvents<Event>
    var keeping: Task<Void, Never>?
    var isStopping = false
    /// Whether this server requests leases immediately, without waiting for the next interval.
    var mustKeep = false
    var rest: Task<Void, Never>?
    var hasFailed = false

    /// Creates a runner for the asynchronous projections among the given ones.
    ///
    /// - Parameters:
    ///   - projections: the program's projections. Inline projections are ignored.
    ///   - configuration: the connection settings of the role that serves requests.
    public init(
        _ projections: [AnyProjection<Event>], on loop: EventLoop, _ configuration: PostgresConfiguration,
        sharing process: SharedLog<Event>, limits: AsyncProjectionLimits = AsyncProjectionLimits(),
        logger: Logger = Logger(label: "chairside.asynchronous")
    ) {
        self.loop = loop
        self.process = process
        self.limits = limits
        self.logger = logger
        models = projections.filter { $0.time == .asynchronous }.map { AsyncProjection($0) }
        pool = PostgresPool(configuration, connections: 2, on: loop, logger: logger)
        let slices = models.map { ($0.name, limits.slices) }
        heard = HeardEvents(limit: limits.eventsKept)
        leases = ProjectionLeases(Dictionary(uniqueKeysWithValues: slices), pool, term: limits.term)
    }

    var names: [String] { models.map(\.name) }

    /// Begins to listen for appended events and to keep the asynchronous projections up to date.
    public func start() {
        loop.preconditionCurrent()
        process.announcements.listen(on: loop) { [weak self] appended in
            for appended in appended { self?.hear(appended) }
        }
        // After a reconnection, the pool may use another PostgreSQL server, which may lack the received events and have
        // other events instead.
        pool.whenReopened { [weak self] in self?.forgetAll() }
        let enqueue = LoopBound<(UUIDBytes) -> Void>({ [weak self] in self?.enqueue($0) }, on: loop)
        process.catchUpSignal.whenCalled { clinic in enqueue.execute { $0(clinic) } }
        keeping = loop.task { await self.keepOn() }
    }

    /// Waits for the batches of asynchronous projections in progress, and gives up this server's leases.
    public func stop() async {
        loop.preconditionCurrent()
        isStopping = true
        process.catchUpSignal.whenCalled(nil)
        gathered?.cancel()
        rest?.cancel()
        await keeping?.value
        for task in tasks.values { await task.value }
        do { try await leases.giveUp() } catch {
            logger.debug("cannot release leases", metadata: ["reason": "\(error)"])
        }
        await pool.close()
    }

    /// The number of leases that this server holds, by read model.
    public var leasesHeld: [String: Int] {
        loop.preconditionCurrent()
        var counts = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
        for part in leases.held.keys { counts[part.name, default: 0] += 1 }
        return counts
    }

    private func hear(_ appended: Appended<Event>) {
        if appended.events.isEmpty { heard.forget(appended.clinic) }
        guard appended.positions != nil else { return }
        let works = works(of: appended.clinic).filter { lease(for: $0) != nil }
        guard !isStopping, !works.isEmpty else { return }
        heard.keep(appended.events, of: appended.clinic)
        queue.gather(works)
        guard gathered?.isPending != true else { return }
        gathered = loop.schedule(after: limits.gathersFor) { [weak self] in self?.endGathering() }
    }

    private func forgetAll() {
        heard.forgetAll()
        places = [:]
    }

    private func endGathering() {
        for work in queue.takeGathered() { enqueue(work) }
    }

    /// Queues a clinic's asynchronous projections to be folded immediately, because a reader waits for them.
    private func enqueue(_ clinic: UUIDBytes) {
        for work in works(of: clinic) { enqueue(work) }
    }

    private func works(of clinic: UUIDBytes) -> [AsyncWork] {
        models.indices.map { AsyncWork(model: $0, clinic: clinic) }
    }

    func enqueue(_ work: AsyncWork, retries: Bool = false) {
        guard !isStopping, retries || !queue.hasFailed(work) else { return }
        queue.add(work, isOurs: lease(for: work) != nil)
        startBatches()
    }

    private func lease(for work: AsyncWork) -> Lease? {
        leases[models[work.model].part(of: work.clinic, slices: limits.slices)]
    }

    private func startBatches() {
        while !isStopping, let work = queue.begin(atOnce: limits.batchesAtOnce) {
            guard let lease = lease(for: work) else {
                queue.end(work)
                continue
            }
            tasks[work] = loop.task { [self] in
                let hasMore = await run(work, under: lease)
                tasks[work] = nil
                // If events are left or have come during the batch, the projection is queued again for the clinic,
                // after everything that already waits.
                if queue.end(work) || hasMore { enqueue(work) }
                startBatches()
            }
        }
    }

    /// Folds and writes one batch of events for an asynchronous projection in one clinic.
    ///
    /// - Returns: whether the projection must run again in the clinic.
    private func run(_ work: AsyncWork, under lease: Lease) async -> Bool {
        let model = models[work.model]
        let reopened = pool.reopened
        let next = places[work].flatMap { place in
            heard.next(of: work.clinic, behind: place.position).map { (place, $0) }
        }
        do {
            let batch = AsyncBatch(model, of: work.clinic, sharing: process, on: pool)
            switch try await batch.run(limit: limits.eventsPerBatch, after: next, under: lease) {
            case .written(let hasMore):
                queue.succeeded(work)
                reach(batch.place, work)
                return hasMore
            case .stopped(let reason, let isNew):
                queue.failed(work)
                places[work] = nil
                logger.log(
                    level: isNew ? .error : .debug, "an asynchronous projection has stopped",
                    metadata: ["clinic": "\(work.clinic)", "table": "\(model.name)", "reason": "\(reason)"])
                return false
            }
        } catch {
            places[work] = nil
            heard.forget(work.clinic)
            // If the pool has reconnected since the asynchronous projection's batch began, the received events may be
            // wrong. So the events are read from the database, and the batch is tried again at once.
            return reopened != pool.reopened || fail(work, under: lease, error)
        }
    }

    /// Records an asynchronous projection's new position, and drops the received events that no projection of this
    /// server needs any more.
    private func reach(_ place: ProjectionPosition, _ work: AsyncWork) {
        places[work] = place
        let busy = works(of: work.clinic).filter { lease(for: $0) != nil && !queue.hasFailed($0) }
        heard.forget(work.clinic, upTo: busy.map { places[$0]?.position ?? 0 }.min() ?? place.position)
    }

    /// Handles the error of an asynchronous projection's batch: forgets a lost lease, retries if the projection's
    /// position has moved, and logs other errors.
    ///
    /// - Returns: whether to retry immediately.
    private func fail(_ work: AsyncWork, under lease: Lease, _ error: any Error) -> Bool {
        if let error = error as? PostgresError {
            if error.isAsyncMoved { return true }
            if error.isLeaseLost {
                leases.lose(lease)
                mustKeep = true
                rest?.cancel()
                return false
            }
        }
        // The asynchronous projection's batch is not retried immediately, since the next check of all feeds will queue
        // the clinic again.
        logger.log(
            level: hasFailed ? .debug : .warning, "an asynchronous projection cannot be brought up to date now",
            metadata: ["clinic": "\(work.clinic)", "table": "\(models[work.model].name)", "reason": "\(error)"])
        hasFailed = true
        return false
    }
}
