import EventLoop
import Logging

/// The part that several kinds of workers have in common: a task that searches for rows, and the turns of the rows that
/// this server has claimed. A turn is the work for one row.
///
/// Turns are independent of each other and of the search. Each turn is in a lane, such as a push service, which has a
/// number of places. If the turns of a lane are slow, they take the places of their lane only.
final class ClaimedTurns<Lane: Hashable & Sendable> {
    struct Limits {
        /// The pause before the next search if a search has found nothing.
        var pause: Duration
        /// The number of places of a lane, which is the number of its turns that can be in progress at once.
        var places: (Lane) -> Int
        /// The maximum number of turns in progress in all lanes together.
        var total: Int
    }

    private let loop: EventLoop
    private let limits: Limits
    private let logger: Logger
    /// The text of the log line about a search for rows that failed, or about a turn that failed.
    private let complaint: Logger.Message
    private var work: Task<Void, Never>?
    private var rest: Task<Void, any Error>?
    private var turns: [Int: Task<Void, Never>] = [:]
    private var counts: [Lane: Int] = [:]
    private var begun = 0
    private var failure: (any Error)?
    private var isFailing = false
    /// The lanes that have become full, and those that had turns when the worker as a whole became full. A lane is in
    /// the set until half of its places are free.
    private var crowded: Set<Lane> = []
    /// Whether places of a lane have become free since the last search for rows began.
    private var isSearchWanted = false

    init(_ services: LoopServices, limits: Limits, complaint: Logger.Message) {
        loop = services.loop
        logger = services.logger
        self.limits = limits
        self.complaint = complaint
    }

    /// Starts the task that searches for rows.
    ///
    /// - Parameter search: claims rows, begins their turns, and returns whether it is to be called again at once.
    func start(_ search: @escaping () async throws -> Bool) {
        loop.preconditionCurrent()
        work = loop.task { [self] in
            while !Task.isCancelled {
                if !isSearchWanted {
                    let rest = loop.task { [loop, pause = limits.pause] in try await loop.sleep(for: pause) }
                    self.rest = rest
                    _ = try? await rest.value
                }
                isSearchWanted = false
                do {
                    while !Task.isCancelled, try await search() {}
                    isFailing = false
                } catch { report(error) }
            }
        }
    }

    /// Stops the search for rows, and waits for the turns in progress.
    ///
    /// - Parameter cancelling: whether the tasks of the turns are cancelled.
    func stop(cancelling: Bool) async {
        work?.cancel()
        rest?.cancel()
        await work?.value
        if cancelling { for turn in turns.values { turn.cancel() } }
        await settle()
    }

    /// The number of turns that can begin before `Limits.total` turns are in progress.
    var room: Int { max(0, limits.total - turns.count) }

    /// The number of free places of a lane.
    func free(in lane: Lane) -> Int { max(0, limits.places(lane) - counts[lane, default: 0]) }

    /// The lanes of the turns in progress.
    var busyLanes: Set<Lane> { Set(counts.keys) }

    /// Begins a turn in a lane, which should have a free place.
    func begin(in lane: Lane, _ turn: @escaping () async throws -> Void) {
        begun += 1
        let number = begun
        counts[lane, default: 0] += 1
        turns[number] = loop.task { [self] in
            do { try await turn() } catch {
                failure = error
                report(error)
            }
            end(number, in: lane)
        }
        if free(in: lane) == 0 { crowded.insert(lane) }
        if room == 0 { crowded.formUnion(counts.keys) }
    }

    private func end(_ number: Int, in lane: Lane) {
        turns[number] = nil
        let left = counts[lane, default: 1] - 1
        counts[lane] = left > 0 ? left : nil
        // The next search for rows begins when half of the lane's places are free, so that a search finds several rows.
        guard left <= limits.places(lane) / 2, crowded.remove(lane) != nil else { return }
        isSearchWanted = true
        rest?.cancel()
    }

    /// Waits until all turns of a worker have ended.
    func settle() async {
        while let turn = turns.values.first { await turn.value }
    }

    /// Waits until all turns of a worker have ended.
    ///
    /// - Throws: the last failure of a turn since the last call.
    func settleOrThrow() async throws {
        await settle()
        if let failure {
            self.failure = nil
            throw failure
        }
    }

    /// Logs the first failure as a warning, and later ones at debug level until a search succeeds.
    private func report(_ error: any Error) {
        guard !Task.isCancelled else { return }
        logger.log(level: isFailing ? .debug : .warning, complaint, metadata: ["reason": "\(error)"])
        isFailing = true
    }
}
