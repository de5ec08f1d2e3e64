import EventChain
import EventLoop
import EventSourcing
import Logging
import PostgresClient

/// Extends the hash chains with new events and records while the server runs and holds the chains' lock. It signs the
/// ends of the chains when `HeadSchedule` says so, and when it stops; it also signs the end of a hash chain of events
/// that has grown by 4,000 events. If an outside folder is configured, it writes the signed heads and the list of
/// erasures to that folder, too. It has its own loop, so that no request waits for hashing.
final class ChainKeeper {
    private let loop: EventLoop
    private let chainer: Chainer
    private let signer: ChainSigner
    private let folder: HeadFolder?
    private var records: RecordSealer
    /// The kind of signing that is due for the record chains; `nil` if none is due. They are signed after all records
    /// have been chained.
    private var sealing: HeadSchedule.Due?
    private var report: SecurityReport
    private var reportsAt: MonotonicTime
    private let erasures: ErasureList?
    private var erased = ErasureList.Known()
    private let logger: Logger
    private var schedule: HeadSchedule
    /// Whether this process has yet to sign the ends of all hash chains of events. That first signing includes chains
    /// without new events, so that the outside folder gets their ends, too.
    private var isNew = true
    private var work: Task<Void, Never>?
    private var rest: Task<Void, Never>?
    private var isStopping = false
    private var hasFailed = false

    /// The pause between two of the chainer's queries for new events. Events appended during the pause are added to the
    /// hash chains in one step.
    private static let pause = Duration.seconds(1)
    /// The growth of a chain, in events, after which its end is signed at once. A proof leads to the next signed head,
    /// so frequent signed heads keep proofs short.
    private static let growth: Int64 = 4_000
    private static let reportsEvery = Duration.seconds(5)
    /// The maximum time for which a stopping server chains the remaining events and records.
    private static let patience = Duration.seconds(2)

    static func start(_ configuration: ServerConfiguration, _ shared: SharedServices) async throws -> LoopBound<
        ChainKeeper
    > {
        let loop = try EventLoop(name: "chain")
        let folder = configuration.chainHeads.map { HeadFolder(path: $0) }
        return try await loop.run {
            let report = SecurityReport(shared.securityEvents, shared.logger, at: .now)
            let keeper = ChainKeeper(
                on: loop, configuration.database, shared.chain.signer, folder, report, shared.logger)
            keeper.work = loop.task { await keeper.run() }
            return LoopBound(keeper, on: loop)
        }
    }

    private init(
        on loop: EventLoop, _ database: String, _ signer: ChainSigner, _ folder: HeadFolder?,
        _ report: SecurityReport, _ logger: Logger
    ) {
        self.report = report
        reportsAt = loop.now
        self.loop = loop
        self.signer = signer
        self.folder = folder
        self.logger = logger
        schedule = HeadSchedule(at: loop.now)
        erasures = folder.map { ErasureList(folder: $0.path) }
        let postgres = PostgresConfiguration(
            conninfo: database, role: DatabaseRole.chainer, applicationName: "chairside chainer")
        chainer = Chainer(postgres, on: loop, logger: logger)
        records = RecordSealer(signer: signer, folder: folder)
    }

    private func run() async {
        while !isStopping {
            var pause = Self.pause
            do {
                let step = try await chainer.step()
                if case .chained(let count) = step {
                    try await keepErasures(hasChained: count > 0)
                    try await signWhatIsDue(isInStep: count == 0)
                    try await sealRecords()
                    try await reportSecurityEvents()
                    if count > Self.growth / 4 || sealing != nil { pause = .zero }
                } else {
                    report.restart(at: .now)
                }
                hasFailed = false
            } catch { tell(error) }
            if !isStopping, pause > .zero { await wait(pause) }
        }
    }

    private func wait(_ pause: Duration) async {
        let rest = loop.task { [loop] in _ = try? await loop.sleep(for: pause) }
        self.rest = rest
        await rest.value
    }

    /// Signs the ends of the clinics' hash chains of events if `schedule` says so, and otherwise those that have grown
    /// by `growth` events. If `schedule` says so, a signing of the record chains becomes due, too.
    ///
    /// - Parameter isInStep: whether all events are chained. The first signing by `schedule` waits until they are.
    private func signWhatIsDue(isInStep: Bool) async throws {
        let now = loop.now
        let due: HeadSchedule.Due = isNew && !isInStep ? .nothing : schedule.due(at: now)
        switch due {
        case .nothing: try await sign(growth: Self.growth)
        case .outside:
            if let folder {
                try await chainer.signOutside(with: signer, at: .now) { try await folder.append($0) }
            }
            sealing = sealing ?? due
        case .everywhere:
            try await sign(growth: isNew ? 0 : 1)
            isNew = false
            sealing = due
        }
        schedule.did(due, at: now)
    }

    /// Adds new erasures to the list in the outside folder, once their events are chained.
    private func keepErasures(hasChained: Bool) async throws {
        guard let erasures, hasChained || !erased.isComplete else { return }
        let now = Instant.now
        guard let rows = try await chainer.ask(.erasures(since: erased.askFrom)) else { return }
        try await erasures.keep(rows.map { try KeptErasure($0) }, askedAt: now, known: &erased)
    }

    /// Chains a page of records if a signing of the record chains is due. After the last page, signs the ends of these
    /// chains.
    private func sealRecords() async throws {
        guard let due = sealing else { return }
        let lateness = due == .everywhere ? RecordSealer.longLateness : RecordSealer.lateness
        if try await records.seal(lateness, through: chainer) { return }
        try await records.sign(due, through: chainer)
        sealing = nil
    }

    private func reportSecurityEvents() async throws {
        guard loop.now >= reportsAt else { return }
        reportsAt = loop.now + Self.reportsEvery
        try await report.step(through: chainer, at: .now)
    }

    private func sign(growth: Int64) async throws {
        try await chainer.sign(with: signer, at: .now, growth: growth) { [folder] in try await folder?.append($0) }
    }

    /// Chains the remaining events and records, for about two seconds at most. Then signs the ends of the chains, and
    /// closes the connection.
    func stop() async {
        isStopping = true
        rest?.cancel()
        await work?.value
        do {
            let end = loop.now + Self.patience
            while case .chained(let count) = try await chainer.step(), count > 0, loop.now < end {}
            try await keepErasures(hasChained: true)
            try await sign(growth: isNew ? 0 : 1)
            while try await records.seal(RecordSealer.lateness, through: chainer), loop.now < end {}
            try await records.sign(.everywhere, through: chainer)
        } catch { tell(error) }
        do { try await report.step(through: chainer, at: .now) } catch { tell(error) }
        chainer.close()
    }

    /// Logs an error of the chainer as a warning. Repetitions are logged for debugging only, until chaining works
    /// again.
    private func tell(_ error: any Error) {
        logger.log(
            level: hasFailed ? .debug : .warning, "the chain cannot be continued", metadata: ["reason": "\(error)"])
        hasFailed = true
    }
}
