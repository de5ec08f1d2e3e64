import Endpoints
import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Migrations
import PostgresClient
import ZoneFiles

extension Installation {
    /// Runs `work` with all services of a server that does not listen, for operations that read, decide and append.
    ///
    /// - Parameters:
    ///   - migrates: whether the schema is brought up to date first; if not, it must be up to date.
    ///   - opensSealed: whether texts of erased patients are read that the law requires the clinic to keep.
    package func withServices<T: Sendable>(
        zones: ZoneFolder = ZoneFolder(), hashingThreads: Int = 1, migrates: Bool = false,
        opensSealed: Bool = false, _ work: @escaping @Sendable (LoopServices, SharedServices) async throws -> T
    ) async throws -> T {
        let folder = KeyFolder(path: keys)
        let (pepper, signing) = try await folder.load()
        let shared = try SharedServices(
            identity: try IdentityShared(pepper: pepper, keys: signing, hashingThreads: hashingThreads),
            keys: try PersonalKeys(folder, opensSealed: opensSealed), zones: try zones.load(),
            chain: try ChainKeys(folder), logger: logger)
        defer { shared.close() }
        return try await Maintenance.onOwnLoop { loop in
            if migrates { try await Migrator().run(postgres, on: loop) }
            try await Migrator().check(postgres, on: loop)
            return try await loop.run {
                let services = LoopServices(
                    on: loop, ServerConfiguration(database: database, keys: keys), sharing: shared)
                let result: Result<T, any Error>
                do { result = .success(try await work(services, shared)) } catch { result = .failure(error) }
                await services.close()
                return try result.get()
            }
        }
    }

    func withServices<T: Sendable>(
        _ work: @escaping @Sendable (LoopServices) async throws -> T
    ) async throws -> T {
        try await withServices { services, _ in try await work(services) }
    }

    /// Runs `work` with all services of a server that does not listen, for an operation on one clinic.
    ///
    /// - Parameters:
    ///   - clinic: the clinic's id or name; `nil` if the database has one clinic only.
    ///   - opensSealed: whether texts of erased patients are read that the law requires the clinic to keep.
    func withServices<T: Sendable>(
        of clinic: String?, opensSealed: Bool = false,
        _ work: @escaping @Sendable (LoopServices, UUIDBytes) async throws -> T
    ) async throws -> T {
        try await withServices(opensSealed: opensSealed) { services, _ in
            try await work(services, ClinicDirectory(readFrom: services.reads).find(clinic).id)
        }
    }
}

extension LoopServices {
    /// Runs an operator's decision in a clinic, and appends its events.
    ///
    /// - Returns: whether any event was appended.
    /// - Throws: `OperationRefused` with the rejection's text, or another failure.
    func run<D: Decision>(_ decision: D, in clinic: UUIDBytes, at now: Instant) async throws -> Bool
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        do throws(LogFailure<D.Rejection>) {
            return try await log.handle(decision, in: clinic, as: CommandEnvelope(actor: .system, now: now)).status
                == .new
        } catch {
            guard case .rejected(let rejection) = error else { throw error }
            throw OperationRefused(description: rejection.problem.kind.title)
        }
    }
}
