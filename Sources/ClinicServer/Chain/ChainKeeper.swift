import EventLoop
import EventSourcing
import Logging
import PostgresClient
import PostgresEventLog

/// Keeps the chains in step with the feeds for as long as the server runs, and has their ends signed every hour and when it
/// stops. On a loop of its own, so that no request waits for hashes.
///
/// - Safety: touched on its loop alone.
final class ChainKeeper: @unchecked Sendable {
    private let loop: EventLoop
    private let chainer: Chainer
    private let signer: ChainSigner
    private let folder: HeadFolder?
    private let logger: Logger
    private var signsAt: MonotonicTime
    /// Nothing has been signed since it chains: whatever is kept outside begins with where the chains end now.
    private var isNew = true
    private var work: Task<Void, Never>?
    private var rest: Task<Void, Never>?
    private var isStopping = false
    private var hasFailed = false

    /// Between looking for new events; what comes meanwhile is chained together.
    private static let pause = Duration.seconds(1)
    private static let signsEvery = Duration.seconds(3600)
    /// A chain that has grown by so many events is signed at once: proofs lead to the next signed head, and stay short.
    private static let growth: Int64 = 4_000
    /// How long a server that stops goes on chaining what is left.
    private static let patience = Duration.seconds(2)

    static func start(_ configuration: ServerConfiguration, _ shared: SharedServices) async throws -> ChainKeeper {
        let loop = try EventLoop(name: "chain")
        let folder = configuration.chainHeads.map { HeadFolder(path: $0) }
        return try await loop.run {
            let keeper = ChainKeeper(on: loop, configuration.database, shared.chain.signer, folder, shared.logger)
            keeper.work = Task(executorPreference: loop) { await keeper.run() }
            return keeper
        }
    }

    private init(
        on loop: EventLoop, _ database: String, _ signer: ChainSigner, _ folder: HeadFolder?, _ logger: Logger
    ) {
        self.loop = loop
        self.signer = signer
        self.folder = folder
        self.logger = logger
        signsAt = loop.now
        let postgres = PostgresConfiguration(
            conninfo: database, role: chainingRole, applicationName: "chairside chainer")
        chainer = Chainer(postgres, on: loop, logger: logger)
    }

    private func run() async {
        while !isStopping {
            var pause = Self.pause
            do {
                if case .chained(let count) = try await chainer.step() {
                    if count > Self.growth / 4 { pause = .zero }
                    let isDue = count == 0 && loop.now >= signsAt
                    try await sign(growth: isDue ? (isNew ? 0 : 1) : Self.growth)
                    if isDue {
                        signsAt = loop.now + Self.signsEvery
                        isNew = false
                    }
                }
                hasFailed = false
            } catch { report(error) }
            if !isStopping, pause > .zero { await wait(pause) }
        }
    }

    private func wait(_ pause: Duration) async {
        let rest = Task(executorPreference: loop) { [loop] in _ = try? await loop.sleep(for: pause) }
        self.rest = rest
        await rest.value
    }

    private func sign(growth: Int64) async throws {
        try await chainer.sign(with: signer, at: .now, growth: growth) { [folder] in try await folder?.append($0) }
    }

    /// Chains and signs what is left, and lets go of everything.
    func stop() async {
        try? await loop.run { [self] in
            isStopping = true
            rest?.cancel()
            await work?.value
            do {
                let end = loop.now + Self.patience
                while case .chained(let count) = try await chainer.step(), count > 0, loop.now < end {}
                try await sign(growth: isNew ? 0 : 1)
            } catch { report(error) }
            chainer.close()
        }
        await loop.stop()
    }

    /// Once, until it works again.
    private func report(_ error: any Error) {
        logger.log(
            level: hasFailed ? .debug : .warning, "cannot go on with the chain", metadata: ["reason": "\(error)"])
        hasFailed = true
    }
}
