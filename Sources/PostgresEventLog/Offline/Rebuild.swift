public import EventLoop
public import EventSourcing
public import Identifiers
public import PostgresClient

/// Makes read models anew from the events, beside servers that append and read: clinic by clinic, each in one transaction, so
/// that readers see the old documents of a clinic or the new.
///
/// One that was cut short is gone on with: clinics that are done are not done again. To be run as the tables' owner.
public struct Rebuild<Event: DomainEvent>: Sendable {
    private let projections: [AnyProjection<Event>]
    private let program: String
    private let anew: Bool
    private let clinic: UUIDBytes?
    private let keys: PersonalKeys
    private let progress: @Sendable (OfflineProgress) -> Void

    /// - Parameters:
    ///   - projections: whose documents are made anew; those of others stay as they are.
    ///   - program: tells programs apart whose projections may differ: what one has left undone, another does not go on with.
    ///   - anew: whether to begin from the first clinic in any case.
    ///   - clinic: whose documents are made anew; `nil` for all clinics.
    public init(
        _ projections: [AnyProjection<Event>], by program: String = "", anew: Bool = false, of clinic: UUIDBytes? = nil,
        keys: PersonalKeys,
        progress: @escaping @Sendable (OfflineProgress) -> Void = { _ in }
    ) {
        self.projections = projections
        self.program = program
        self.anew = anew
        self.clinic = clinic
        self.keys = keys
        self.progress = progress
    }

    /// What a rebuild has done.
    public struct Report: Sendable {
        public fileprivate(set) var clinics = 0
        /// That an earlier rebuild, which was cut short, had done.
        public fileprivate(set) var clinicsDoneBefore = 0
        public fileprivate(set) var events: Int64 = 0
        public fileprivate(set) var documents = 0
        /// Documents that were not what the events say: written, or taken away.
        public fileprivate(set) var changed = 0
        /// Clinics that were left as they are.
        public fileprivate(set) var failures: [Failure] = []
    }

    public struct Failure: Error, Sendable {
        public let clinic: UUIDBytes
        /// Names clinic and position, and holds no patient's data.
        public let reason: String
    }

    /// - Throws: `RebuildUnderWay`, `PostgresError`. A clinic with an event that cannot be read is left as it is, and the
    ///   others are done all the same.
    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.applicationName = "chairside rebuild"
        patient.statementTimeout = .zero
        patient.deadline = .seconds(86_400)
        // Whoever stands still while a clinic waits for it, is not waited for.
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
            // What was not committed goes with the connections.
            for connection in connections { connection.close() }
            await reads.close()
            return try result.get()
        }
    }

    private static var clinicsAtOnce: Int { 2 }

    /// On the loop.
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
        let behind = Set(projections.filter { $0.time == .behind }.map(\.table))
        let free = FreeConnections(connections.dropFirst().map { TakeOver($0, schemas, behind: behind) })
        let (projections, keys) = (projections, keys)
        try await forEachClinic(feeds, atOnce: Self.clinicsAtOnce) {
            feed -> Result<ClinicRebuild<Event>.Report, Failure> in
            guard let takeOver = try await loop.run({ free.take() }) else {
                throw PostgresError.busy
            }
            let clinic = ClinicRebuild(
                feed: feed, work: work, projections: projections, schemas: schemas, keys: keys, loop: loop,
                reads: reads, takeOver: takeOver)
            let result: Result<ClinicRebuild<Event>.Report, Failure>
            do { result = .success(try await clinic.run(counter)) } catch {
                result = .failure(try Failure(feed.clinic, error))
            }
            try await loop.run { free.giveBack(takeOver) }
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
    /// - Throws: `error`, where it does not concern this clinic alone.
    fileprivate init(_ clinic: UUIDBytes, _ error: any Error) throws {
        self.clinic = clinic
        switch error {
        case let error as Unreadable: reason = error.description
        case let error as PostgresError where error.isRefusal: reason = "clinic \(clinic): \(error)"
        default: throw error
        }
    }
}

/// The connections for clinics' documents that nobody uses now.
///
/// - Safety: touched on their loop alone.
private final class FreeConnections: @unchecked Sendable {
    private var free: [TakeOver]

    init(_ free: [TakeOver]) { self.free = free }

    func take() -> TakeOver? { free.popLast() }
    func giveBack(_ connection: TakeOver) { free.append(connection) }
}
