import Crypto
import EventChain
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Theatre

/// The chainer of one server process, on an event loop of its own.
struct ChainProcess: Sendable {
    let loop: EventLoop
    let chainer: LoopBound<Chainer>

    static let signer = ChainSigner(name: "test", key: P256.Signing.PrivateKey())
    /// The keys whose signatures are accepted.
    static let keys = ChainKeyRing([signer.name: signer.publicKey])

    @discardableResult
    static func run<T>(
        _ database: TestDatabase, eventsPerStep: Int64 = 4_000, named name: String = "chainer",
        _ body: (ChainProcess) async throws -> T
    ) async throws -> T {
        try await withLoop { loop in
            let configuration = database.configuration {
                $0.role = "chairside_chainer"
                $0.applicationName = name
            }
            var limits = Chainer.Limits()
            limits.eventsPerStep = eventsPerStep
            limits.patience = .zero
            let chainer = LoopBound(sending: Chainer(configuration, on: loop, limits: limits), on: loop)
            let process = ChainProcess(loop: loop, chainer: chainer)
            let result: Result<T, any Error>
            do { result = .success(try await body(process)) } catch { result = .failure(error) }
            try await process.die()
            return try result.get()
        }
    }

    func step() async throws -> Chainer.Step { try await chainer.run { try await $0.step() } }

    /// Runs steps of the chainer until no event is left to chain. Repeats a step while another process holds the
    /// chainers' lock, since PostgreSQL releases the lock of a killed process only after a moment.
    ///
    /// - Returns: the number of chained events.
    @discardableResult
    func catchUp() async throws -> Int {
        var all = 0
        while true {
            switch try await step() {
            case .waits: continue
            case .chained(0): return all
            case .chained(let count): all += count
            }
        }
    }

    /// Signs the ends of all hash chains that have grown since they were last signed, and records the signed heads.
    ///
    /// - Returns: the signed heads, to be stored outside the database.
    @discardableResult
    func sign(
        at second: Int64 = 1_795_000_000, write: @escaping @Sendable ([SignedHead]) async throws -> Void = { _ in }
    ) async throws -> [SignedHead] {
        let kept = Kept()
        try await chainer.run { chainer in
            try await chainer.sign(with: Self.signer, at: Instant(secondsSince1970: second)) { heads in
                try await write(heads)
                await kept.add(heads)
            }
        }
        return await kept.heads
    }

    /// Signs the ends of all hash chains that have grown since they were last signed. Does not record the signed heads
    /// in the database.
    ///
    /// - Returns: the signed heads.
    func signOutside(at second: Int64) async throws -> [SignedHead] {
        let kept = Kept()
        try await chainer.run { chainer in
            try await chainer.signOutside(with: Self.signer, at: Instant(secondsSince1970: second)) { heads in
                await kept.add(heads)
            }
        }
        return await kept.heads
    }

    /// The position of the end of each clinic's hash chain.
    func ends() async throws -> [UUIDBytes: Int64] {
        try await chainer.run { $0.ends.mapValues(\.position) }
    }

    /// Closes the chainer's database connection and does nothing else, as if the process were killed.
    func die() async throws { try await chainer.run { $0.close() } }
}

actor Kept {
    private(set) var heads: [SignedHead] = []

    func add(_ new: [SignedHead]) { heads += new }
}

extension TestDatabase {
    /// Verifies the hash chains in the database.
    ///
    /// - Parameter heads: the signed heads that were kept outside of the database.
    func verifyChain(
        heads: [SignedHead] = [], headsInPage: Int = HeadSorter.usualPage
    ) async throws -> ChainReport {
        let configuration = configuration()
        return try await withLoop { loop in
            try await ChainVerification(
                outside: { each in
                    for head in heads { try each(head) }
                    return 0
                }, keys: ChainProcess.keys, headsInPage: headsInPage
            ).run(configuration, on: loop)
        }
    }

    /// Exports the database's events, and verifies the hash chains in the export.
    func verifyExport(
        heads: [SignedHead] = [], headsInPage: Int = HeadSorter.usualPage
    ) async throws -> ChainReport {
        let events = try await export()
        var check = try ChainCheck(heads: SortedHeads.of(heads, headsInPage: headsInPage))
        for event in events { try check.event(EventFrame(event.columns), stored: event.hash) }
        check.finishAll()
        return check.report
    }

    func export() async throws -> [ExportedEvent] {
        let configuration = configuration()
        let bytes = try await withLoop { loop in
            let collected = Collected()
            _ = try await EventExport().run(configuration, on: loop) { await collected.add($0) }
            return await collected.bytes
        }
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try ExportedEvent(line: Array($0)) }
    }

    /// Runs statements that the triggers would refuse, with the triggers disabled.
    func tamper(_ statements: Statement...) async throws {
        let statements = statements
        try await withConnection { connection in
            _ = try await connection.perform(["SET session_replication_role = replica"] + statements)
        }
    }

    func numbers(_ statement: Statement) async throws -> [Int64] {
        try await withConnection { connection in try await connection.perform(statement).map { try $0.int64(0) } }
    }

    /// Books `count` seats in one theatre, beginning with seat `first`, and every third of these seats in the other.
    func book(_ count: Int, from first: Int = 0) async throws {
        try await TheatreProcess.run(self) { process in
            for seat in first..<(first + count) {
                try await process.house.handle(
                    BookSeat(show: "Lear", seat: seat, guest: "Ada"), id: .command(seat))
                guard seat % 3 == 0 else { continue }
                try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"), in: .otherTheatre)
            }
        }
    }
}

private actor Collected {
    private(set) var bytes: [UInt8] = []

    func add(_ piece: [UInt8]) { bytes += piece }
}
