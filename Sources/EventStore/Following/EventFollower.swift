public import EventLoop
public import EventSourcing
public import Identifiers
import Logging
public import PostgresClient
import SQL

/// Receives the events that other processes append, and announces them in this process.
///
/// PostgreSQL's notifications are only hints: the follower's own position in each feed determines which events it
/// reads. It queries the ends of all feeds when the listening connection opens, soon after a failed query, after a
/// failed append of this process, and every few seconds. When the connection is lost, and when it is open again, every
/// receiver of announcements is told to drop its cached data.
public final class EventFollower<Event: DomainEvent> {
    private let loop: EventLoop
    private let reads: PostgresPool
    private let ownPositions: OwnPositions
    private let announcer: FeedAnnouncer<Event>
    private let hearing: Hearing
    private let pollEvery: Duration
    private let logger: Logger

    private var listener: PostgresListener?
    private var isStopped = false
    private var poll: Deadline?
    /// The deadline at which the feeds are queried again after a failed query.
    private var retry: Deadline?
    /// The last position of each feed that may have new events, as a notice or a query has reported it.
    private var heard: [UUIDBytes: Int64] = [:]
    /// For each clinic, its last known edition, which counts the staged swaps of its documents.
    private var editions: [UUIDBytes: Int64] = [:]
    private var mustAskAll = false
    private var isCatchingUp = false
    /// Whether the feeds' initial ends have been read. No events are announced before that.
    private var hasBegun = false
    private var isListening = false
    /// The number of times that the listening connection was lost.
    private var losses = 0
    /// The number of losses of the listening connection after which the follower has reconnected and told every
    /// receiver of announcements to drop its cached data.
    private var lossesMended = 0
    private var waitingForStart: [CheckedContinuation<Void, Never>] = []
    /// Whether all appended events have been or will be announced: the listening connection is open, and the last
    /// attempt to read the feeds succeeded.
    private var isInStep = false {
        didSet { if isInStep != oldValue { inStep(isInStep) } }
    }
    private let inStep: (Bool) -> Void
    private let rebuilt: (UUIDBytes, Int64) -> Void

    /// Creates a follower. `start` starts it.
    ///
    /// - Parameters:
    ///   - inStep: called with `true` when the follower begins to hear of every event of other processes, and with
    ///     `false` when its listening connection is lost or the feeds cannot be read.
    ///   - rebuilt: called with a clinic and its new edition when the clinic's documents were rebuilt. After the
    ///     listening connection opens, it is called for every clinic that was ever rebuilt.
    public init(
        on loop: EventLoop, reads: PostgresPool, sharing process: SharedLog<Event>, pollEvery: Duration = .seconds(5),
        logger: Logger = Logger(label: "chairside.follower"), inStep: @escaping (Bool) -> Void = { _ in },
        rebuilt: @escaping (UUIDBytes, Int64) -> Void = { _, _ in }
    ) {
        self.loop = loop
        self.reads = reads
        ownPositions = process.ownPositions
        hearing = process.hearing
        announcer = FeedAnnouncer(reads: reads, process: process)
        self.pollEvery = pollEvery
        self.logger = logger
        self.inStep = inStep
        self.rebuilt = rebuilt
    }

    /// Starts to listen. Events appended after this call has returned are announced. The call waits until PostgreSQL
    /// can be reached, or `stop` is called.
    ///
    /// - Parameter configuration: the settings of one connection that only listens.
    public func start(_ configuration: PostgresConfiguration) async {
        loop.preconditionCurrent()
        let askAgain = LoopBound<() -> Void>({ [weak self] in self?.askAgain() }, on: loop)
        ownPositions.whenMissed { askAgain.execute { $0() } }
        await withCheckedContinuation { started in
            guard !isStopped else { return started.resume() }
            waitingForStart.append(started)
            listener = PostgresListener(
                configuration, channels: [Identifier("chairside_event")], on: loop, hearing: hearing, logger: logger
            ) { [weak self] event in
                self?.hear(event)
            }
            schedulePoll()
        }
    }

    public func stop() async {
        loop.preconditionCurrent()
        isStopped = true
        poll?.cancel()
        retry?.cancel()
        endStart()
        await listener?.close()
    }

    private func endStart() {
        for waiting in waitingForStart { waiting.resume() }
        waitingForStart = []
    }

    private func hear(_ event: PostgresListener.Event) {
        switch event {
        case .connected:
            isListening = true
            mustAskAll = true
            catchUp()
        case .disconnected:
            losses += 1
            isListening = false
            isInStep = false
            // The next connection may reach another PostgreSQL server that lacks the last events. So the follower drops
            // the positions and editions that it has received.
            editions = [:]
            heard = [:]
            announcer.announceThatNothingIsKnown()
        case .notified(let notification):
            if let notice = EditionNotice.read(notification.payload) { return hear(notice.edition, of: notice.clinic) }
            guard let notices = FeedNotice.read(notification.payload) else { return }
            for notice in notices {
                heard[notice.clinic] = max(heard[notice.clinic] ?? 0, notice.positions.upperBound)
            }
            catchUp()
        }
    }

    private func hear(_ edition: Int64, of clinic: UUIDBytes) {
        guard edition > editions[clinic, default: 0] else { return }
        editions[clinic] = edition
        rebuilt(clinic, edition)
    }

    private func schedulePoll() {
        guard !isStopped else { return }
        poll = loop.schedule(after: pollEvery) { [weak self] in
            self?.askAgain()
            self?.schedulePoll()
        }
    }

    private func askAgain() {
        guard !isStopped else { return }
        mustAskAll = true
        catchUp()
    }

    private func retrySoon() {
        guard !isStopped else { return }
        retry?.cancel()
        retry = loop.schedule(after: .milliseconds(500)) { [weak self] in self?.askAgain() }
    }

    /// Queries all feeds if that is due, and announces the events that notices have reported, until nothing is left to
    /// do. Only one task does this at a time.
    private func catchUp() {
        guard !isCatchingUp else { return }
        isCatchingUp = true
        loop.task { [self] in
            do {
                while mustAskAll || !heard.isEmpty {
                    let asksAll = mustAskAll
                    let isHearing = isListening
                    let lossesBefore = losses
                    if asksAll { try await askAll() }
                    let news = heard
                    heard = [:]
                    for (clinic, last) in news { try await announcer.announce(clinic, upTo: last) }
                    if asksAll, isHearing, losses == lossesBefore { isInStep = true }
                }
            } catch {
                logger.warning("cannot follow the feeds", metadata: ["error": "\(error)"])
                // The positions in the received notices need not be kept, since the follower soon queries all feeds
                // again.
                mustAskAll = true
                isInStep = false
                retrySoon()
            }
            isCatchingUp = false
        }
    }

    private func askAll() async throws {
        mustAskAll = false
        let lossesBefore = isListening ? losses : lossesMended
        let rows = try await reads.perform("SELECT clinic_id, last_position, edition FROM clinic_feed", effect: .reads)
        var positions: [UUIDBytes: Int64] = [:]
        for row in rows {
            let clinic = try row.uuid(0)
            positions[clinic] = try row.int64(1)
            hear(try row.int64(2), of: clinic)
        }
        if hasBegun {
            if lossesMended < lossesBefore {
                ownPositions.cutBack(to: positions)
                announcer.announceThatNothingIsKnown()
                lossesMended = lossesBefore
            }
            heard.merge(positions) { max($0, $1) }
        } else {
            hasBegun = true
            ownPositions.follow(from: positions)
            endStart()
        }
    }
}
