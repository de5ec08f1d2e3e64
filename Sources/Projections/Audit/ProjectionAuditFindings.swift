public import EventSourcing
import Synchronization

/// The results of a process's projection audit, for metrics and readiness.
public final class ProjectionAuditFindings: Sendable {
    public struct Table: Sendable {
        public let name: String
        /// The number of comparisons that the projection audit has made of documents of the table.
        public fileprivate(set) var compared: UInt64 = 0
        /// The number of documents of the table that the audit found to differ. A document is counted once until it is
        /// found to be equal again. While 100 documents of the table differ, no more are counted.
        public fileprivate(set) var found: UInt64 = 0
        /// The number of documents of the table that the audit found to differ and has not found to be equal since; at
        /// most 100.
        public fileprivate(set) var differing = 0
    }

    public struct Reading: Sendable {
        public fileprivate(set) var tables: [Table]
        /// The number of times that the projection audit failed to choose or compare a document.
        public fileprivate(set) var failures: UInt64 = 0

        public var differing: Int { tables.reduce(0) { $0 + $1.differing } }
    }

    private struct State {
        var reading: Reading
        /// The documents that are known to differ, of all tables, the least recently checked first.
        var differing: [AuditedDocument] = []

        func count(_ model: Int) -> Int { differing.count { $0.model == model } }
    }

    private let state: Mutex<State>
    /// The maximum number of differing documents remembered for each table. If another version of the program has
    /// written a table, all its documents differ, and listing them is useless.
    private static let mostRemembered = 100

    public init(_ projections: [AnyProjection<some DomainEvent>]) {
        state = Mutex(State(reading: Reading(tables: projections.map { Table(name: $0.table.name.description) })))
    }

    public var reading: Reading { state.withLock { $0.reading } }

    enum News {
        case none, differs, isRightAgain
    }

    func compared(_ document: AuditedDocument, differs: Bool) -> News {
        state.withLock { state in
            state.reading.tables[document.model].compared += 1
            let index = state.differing.firstIndex(of: document)
            if let index { state.differing.remove(at: index) }
            defer { state.reading.tables[document.model].differing = state.count(document.model) }
            guard differs else { return index == nil ? .none : .isRightAgain }
            guard state.count(document.model) < Self.mostRemembered else { return .none }
            state.differing.append(document)
            guard index == nil else { return .none }
            state.reading.tables[document.model].found += 1
            return .differs
        }
    }

    func failed() { state.withLock { $0.reading.failures += 1 } }

    /// The document known to differ that the audit checks again next. The documents known to differ take turns.
    func takeTurn() -> AuditedDocument? {
        state.withLock { state in
            guard !state.differing.isEmpty else { return nil }
            let first = state.differing.removeFirst()
            state.differing.append(first)
            return first
        }
    }
}
