public import EventLoop
public import EventSourcing
import EventStore
public import Identifiers
public import PostgresClient
import Synchronization

/// Rebuilds read models from the events while servers append and read. The documents of each clinic are replaced in one
/// transaction, so that readers see a clinic's old documents or its new ones.
///
/// An interrupted rebuild is continued: finished clinics are not rebuilt again. A rebuild must run as the tables'
/// owner.
public struct Rebuild<Event: DomainEvent>: Sendable {
    private let projections: [AnyProjection<Event>]
    private let program: String
    private let anew: Bool
    private let clinic: UUIDBytes?
    private let keys: PersonalKeys
    private let memory: FoldMemory
    private let progress: @Sendable (OfflineProgress) -> Void

    /// Creates a rebuild. `run` performs it.
    ///
    /// - Parameters:
    ///   - projections: the read models to rebuild; others are not touched.
    ///   - program: identifies the version of the program. A rebuild that another version began is not continued, since
    ///     its projections may differ.
    ///   - anew: whether to rebuild also the clinics that an interrupted rebuild has finished.
    ///   - clinic: the clinic to rebuild; `nil` for all.
    ///   - memory: limits the memory for each of the two clinics that are rebuilt at a time.
    public init(
        _ projections: [AnyProjection<Event>], by program: String = "", anew: Bool = false, of clinic: UUIDBytes? = nil,
        keys: PersonalKeys, memory: FoldMemory = FoldMemory(),
        progress: @escaping @Sendable (OfflineProgress) -> Void = { _ in }
    ) {
        self.projections = projections
        self.program = program
        self.anew = anew
        self.clinic = clinic
        self.keys = keys
        self.memory = memory
        self.progress = progress
    }

    /// The results of a rebuild, for the operator.
    public struct Report: Sendable {
        public fileprivate(set) var clinics = 0
        /// The number of clinics that an earlier, interrupted rebuild had finished.
        public fileprivate(set) var clinicsDoneBefore = 0
        public fileprivate(set) var events: Int64 = 0
        public fileprivate(set) var documents = 0
        /// The number of documents that the rebuild has written or deleted, because the stored ones differed from the
        /// folded ones.
        public fileprivate(set) var changed = 0
        /// The clinics whose rebuild failed. They were not changed.
        public fileprivate(set) var failures: [Failure] = []
    }

    public struct Failure: Error, Sendable {
        public let clinic: UUIDBytes
        /// The reason why the clinic could not be rebuilt. The reason names the clinic, and the position of an
        /// unreadable event. It contains no patient data.
        public let reason: String
    }

    /// Performs the rebuild.
    ///
    /// - Throws: `RebuildUnderWay`, `PostgresError`. A clinic with an unreadable event is not changed, and all other
    ///   clinics are rebuilt.
    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.applicationName = "chairside rebuild"
        patient.statementTimeout = .zero
        patient.deadline = .seconds(86_400)
        // If a rebuild hangs while it holds a feed's lock, PostgreSQL closes its connection, so that appends can
        // continue.
        patient.idleInTransactionTimeout = .seconds(10)
        let settings = patient
        return try await loop.run {
            let reads = PostgresPool(settings, connections: 3, on: loop)
            var connections: [PostgresConnection] = []
            let result: Result<Report, any Error>
            do {
                for _ in 0...Self.clinicsAtOnce {
                    connections.append(try await PostgresConnection.connect(settings, on: loop))
                }
                result = .success(try await rebuild(connections, reads, loop))
            } catch { result = .failure(error) }
            // Closing the rebuild's connections rolls back the transactions that are not committed.
            for connection in connections { connection.close() }
            await reads.close()
            return try result.get()
        }
    }

    private static var clinicsAtOnce: Int { 2 }

    /// Performs the rebuild on the loop of its connections.
    private func rebuild(
        _ connections: [PostgresConnection], _ reads: PostgresPool, _ loop: EventLoop
    ) async throws -> Report {
        let schemas = projections.map { DocumentSchema($0) }
        let record = RebuildRecord(connections[0])
        let work = ([program] + schemas.map { $0.table.name.description }).joined(separator: " ")
        let done = try await record.begin(work, anew: anew)
        let all = try await record.feeds(schemas).filter { clinic == nil || $0.clinic == clinic }
        let feeds = all.filter { !done.contains($0.clinic) }
        let counter = ProgressCounter(feeds: feeds, tell: progress)
        var report = Report()
        report.clinicsDoneBefore = all.count - feeds.count
        let asynchronous = Set(projections.filter { $0.time == .asynchronous }.map(\.table))
        let free = FreeConnections(
            connections.dropFirst().map {
                LoopBound(StagedSwap($0, schemas, asynchronous: asynchronous), on: loop)
            })
        let (projections, keys, memory, reads) = (projections, keys, memory, LoopBound(reads, on: loop))
        try await forEachClinic(feeds, atOnce: Self.clinicsAtOnce) {
            feed -> Result<ClinicRebuild<Event>.Report, Failure> in
            guard let stagedSwap = free.take() else {
                throw PostgresError.busy
            }
            let clinic = ClinicRebuild(
                feed: feed, work: work, projections: projections, schemas: schemas, keys: keys,
                reads: reads, stagedSwap: stagedSwap, memory: memory)
            let result: Result<ClinicRebuild<Event>.Report, Failure>
            do { result = .success(try await clinic.run(counter)) } catch {
                result = .failure(try Failure(feed.clinic, error))
            }
            free.giveBack(stagedSwap)
            await counter.add(clinics: 1)
            return result
        } then: { feed, result in
            switch result {
            case .success(let clinic):
                report.clinics += 1
                report.events += feed.last
                report.documents += clinic.documents
                report.changed += clinic.changed
            case .failure(let failure): report.failures.append(failure)
            }
        }
        if report.failures.isEmpty { try await record.end() }
        return report
    }
}

extension Rebuild.Failure {
    /// Describes why one clinic's rebuild failed.
    ///
    /// - Throws: `error`, if it does not concern this clinic only.
    fileprivate init(_ clinic: UUIDBytes, _ error: any Error) throws {
        self.clinic = clinic
        switch error {
        case let error as Unreadable: reason = error.description
        case let error as PostgresError where error.isStatementError: reason = "clinic \(clinic): \(error)"
        default: throw error
        }
    }
}

/// The free connections through which a rebuild writes clinics' documents.
private final class FreeConnections: Sendable {
    private let free: Mutex<[LoopBound<StagedSwap>]>

    init(_ free: [LoopBound<StagedSwap>]) { self.free = Mutex(free) }

    func take() -> LoopBound<StagedSwap>? { free.withLock { $0.popLast() } }
    func giveBack(_ connection: LoopBound<StagedSwap>) { free.withLock { $0.append(connection) } }
}
