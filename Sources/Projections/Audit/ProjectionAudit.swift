public import EventLoop
public import EventSourcing
import EventStore
import Identifiers
public import Logging
public import PostgresClient
import SQL

/// The projection audit. While the server runs, it takes one document after the other, folds it again from its events,
/// and compares it with the stored one. It reports differences, and writes nothing.
public final class ProjectionAudit<Event: DomainEvent> {
    private let loop: EventLoop
    private let pool: PostgresPool
    private let models: [AuditedProjection<Event>]
    private let masters: MasterKeys
    private let findings: ProjectionAuditFindings
    private let limits: ProjectionAuditLimits
    private let logger: Logger

    private var work: Task<Void, Never>?
    /// The clinic of which a document was audited last. The clinic with the next higher id follows, and the lowest id
    /// after the highest.
    private var clinic = UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    private var refold: FeedRefold<Event>?
    /// The first 100 reasons why the projection audit could not compare documents. Each is logged as a warning only
    /// once.
    private var obstacles: Set<String> = []

    /// Creates an audit of the given projections. `start` starts it.
    ///
    /// - Parameters:
    ///   - configuration: the connection settings of the role that serves requests.
    ///   - findings: receives the results. It must have been created for the same projections.
    public init(
        _ projections: [AnyProjection<Event>], on loop: EventLoop, _ configuration: PostgresConfiguration,
        sharing process: SharedLog<Event>, findings: ProjectionAuditFindings,
        limits: ProjectionAuditLimits = ProjectionAuditLimits(),
        logger: Logger = Logger(label: "chairside.projection-audit")
    ) {
        self.loop = loop
        self.findings = findings
        self.limits = limits
        self.logger = logger
        masters = process.keys.masters
        models = projections.map { AuditedProjection($0) }
        pool = PostgresPool(configuration, connections: 1, on: loop, logger: logger)
    }

    /// Starts the projection audit, unless its rate is 0.
    public func start() {
        loop.preconditionCurrent()
        guard limits.documentsPerSecond > 0 else { return }
        work = loop.task { [self] in
            while !Task.isCancelled {
                let since = loop.now
                await step()
                // The projection audit pauses for ten times as long as its last round took, or longer.
                let pause = max(.seconds(1) / limits.documentsPerSecond, (loop.now - since) * 10)
                _ = try? await loop.sleep(for: pause)
            }
        }
    }

    /// Ends the projection audit, and cancels the comparison in progress.
    public func stop() async {
        loop.preconditionCurrent()
        work?.cancel()
        await work?.value
        await pool.close()
    }

    /// Performs one round of the projection audit: folds one more page of a feed if a whole feed is being folded,
    /// audits again one document that differed before, and audits another document.
    package func step() async {
        loop.preconditionCurrent()
        await attempt { _ = try await goOn() }
        await attempt { if let document = findings.takeTurn() { _ = try await compare(document) } }
        await attempt {
            if let (document, event) = try await pick() { _ = try await compare(document, knowing: event) }
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        guard !Task.isCancelled else { return }
        do { try await body() } catch {
            guard !Task.isCancelled else { return }
            findings.failed()
            let isNew = obstacles.count < 100 && obstacles.insert("\(error)").inserted
            logger.log(
                level: isNew ? .warning : .debug, "the projection audit cannot compare documents",
                metadata: ["reason": "\(error)"])
        }
    }

    /// Folds a document again from the events that its tags find, and compares it with the stored one.
    ///
    /// - Parameter event: an event that changes the document.
    /// - Returns: whether the document was compared. If not, later rounds of the audit fold the whole feed for the
    ///   document, unless they already fold a feed for another document.
    package func compare(_ document: AuditedDocument, knowing event: Event? = nil) async throws -> Bool {
        loop.preconditionCurrent()
        let model = models[document.model]
        let isCompared = try await inSnapshot { snapshot in
            let events = try await snapshot.events(
                of: document, model, knowing: event, limit: limits.eventsPerDocument)
            guard let events else { return false }
            let fold = model.projection.begin()
            for event in events { fold.absorb(event, into: document.key) }
            tell(try await snapshot.finding(document, model, fold), document)
            return true
        }
        if !isCompared, refold == nil { refold = FeedRefold(document, model) }
        return isCompared
    }

    /// Folds one more page of the feed, if a document is being folded from its clinic's whole feed.
    ///
    /// - Returns: whether there are more pages.
    package func goOn() async throws -> Bool {
        loop.preconditionCurrent()
        guard let refold else { return false }
        self.refold = nil
        switch try await inSnapshot({ try await refold.step($0, page: limits.eventsPerPage) }) {
        case .hasMore: self.refold = refold
        case .lost: break
        case .compared(let finding): tell(finding, refold.document)
        }
        return self.refold != nil
    }

    private func inSnapshot<T>(_ body: (ProjectionAuditSnapshot<Event>) async throws -> T) async throws -> T {
        try await pool.transaction(.snapshot) { connection in
            try await body(ProjectionAuditSnapshot(connection, masters))
        }
    }

    /// Chooses a document of the next clinic for the projection audit. It is either a document that a random event of
    /// the feed changes, so that every document can be chosen. Or it is a random row of a random table, so that small
    /// tables are audited often enough, and rows without events are found.
    private func pick() async throws -> (AuditedDocument, Event?)? {
        guard let feed = try await pool.perform(.feed(after: clinic), effect: .reads).first else { return nil }
        let (clinic, last) = (try feed.uuid(0), try feed.int64(1))
        self.clinic = clinic
        guard last > 0 else { return nil }
        let position = Int64.random(in: 1...last)
        let stored = try await pool.perform(.events(of: clinic, in: position...position), effect: .reads)
            .map { try StoredEvent($0) }
        // An event's document keys do not depend on personal values, so these are not decrypted.
        let event = try await EventDecoder<Event>.decode(
            stored, of: clinic, PersonalKeys(masters, capacity: 0), opening: []
        ) { [pool] statements in try await pool.perform(statements, effect: .reads) }.first
        let changed = models.map { model in event.map { model.projection.keys(of: $0) } ?? [] }
        if Bool.random(), let model = changed.indices.filter({ !changed[$0].isEmpty }).randomElement(),
            let key = changed[model].randomElement()
        {
            return (AuditedDocument(key, model: model, in: clinic), event?.event)
        }
        guard let model = models.indices.randomElement() else { return nil }
        let schema = models[model].schema
        let rows = try await pool.perform(schema.anyKey(of: clinic, from: changed[model].first), effect: .reads)
        guard let row = rows.first else { return nil }
        let key: DocumentKey = schema.table.keyType == .uuid ? .id(try row.uuid(0)) : .text(try row.text(0))
        return (AuditedDocument(key, model: model, in: clinic), nil)
    }

    private func tell(_ finding: DocumentComparison.Finding?, _ document: AuditedDocument) {
        let table = models[document.model].name
        let place: Logger.Metadata = [
            "clinic": "\(document.clinic)", "table": "\(table)", "key": "\(document.key.text)",
        ]
        switch findings.compared(document, differs: finding != nil) {
        case .none: break
        case .differs:
            guard let finding else { break }
            logger.error(
                "a stored document differs from its events",
                metadata: place.merging(
                    ["kind": "\(finding)", "mended_by": "chairside rebuild \(table)"], uniquingKeysWith: { $1 }))
        case .isRightAgain: logger.notice("a stored document equals its events again", metadata: place)
        }
    }
}

extension Statement {
    /// A statement that finds the feed of the clinic with the next higher id, or the feed of the lowest id if no id is
    /// higher.
    fileprivate static func feed(after clinic: UUIDBytes) -> Statement {
        """
        SELECT clinic_id, last_position FROM clinic_feed WHERE clinic_id = coalesce(
            (SELECT clinic_id FROM clinic_feed WHERE clinic_id > \(clinic) ORDER BY clinic_id LIMIT 1),
            (SELECT clinic_id FROM clinic_feed ORDER BY clinic_id LIMIT 1))
        """
    }
}
