public import EventSourcing
import Synchronization

/// What the replays of a process have found, for whoever asks how it is.
public final class ShadowFindings: Sendable {
    public struct Table: Sendable {
        public let name: String
        /// Documents that were compared.
        public fileprivate(set) var compared: UInt64 = 0
        /// Documents that were found to differ, each once until it is right again.
        public fileprivate(set) var found: UInt64 = 0
        /// Of these, those that are not known to be right again.
        public fileprivate(set) var differing = 0
    }

    public struct Reading: Sendable {
        public fileprivate(set) var tables: [Table]
        /// Documents of which it could not be told.
        public fileprivate(set) var failures: UInt64 = 0

        public var differing: Int { tables.reduce(0) { $0 + $1.differing } }
    }

    private struct State {
        var reading: Reading
        /// The one that was looked at longest ago first.
        var differing: [ShadowedDocument] = []

        func count(_ model: Int) -> Int { differing.count { $0.model == model } }
    }

    private let state: Mutex<State>
    /// Of a table. Where a program's projection is not the one that wrote, all documents differ: there is no need to know each.
    private static let mostRemembered = 100

    public init(_ projections: [AnyProjection<some DomainEvent>]) {
        state = Mutex(State(reading: Reading(tables: projections.map { Table(name: $0.table.name.description) })))
    }

    public var reading: Reading { state.withLock { $0.reading } }

    enum News {
        case none, differs, isRightAgain
    }

    func compared(_ document: ShadowedDocument, differs: Bool) -> News {
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

    /// One that differed, to be looked at again; the others come before it is its turn once more.
    func takeTurn() -> ShadowedDocument? {
        state.withLock { state in
            guard !state.differing.isEmpty else { return nil }
            let first = state.differing.removeFirst()
            state.differing.append(first)
            return first
        }
    }
}
