import SQL

/// The statements that one connection has prepared, found by the addresses of their literals or else by their text.
///
/// A statement is prepared in the segment that first uses it. Until PostgreSQL has confirmed that, other segments send
/// the statement unprepared, so that they do not fail if the first segment fails.
package struct PreparedStatements {
    package enum Use {
        case named(PreparedStatement)
        /// A Parse must be sent before the statement.
        case prepare(PreparedStatement)
        case unnamed
    }

    private struct TextKey: Hashable {
        let text: String
        let types: [BindType]
    }

    private struct Shortcut {
        let words: [UInt]
        let statement: PreparedStatement
    }

    private let limit: Int
    private var byText: [TextKey: PreparedStatement] = [:]
    private var byAddress: [UInt: Shortcut] = [:]
    private var clock: UInt64 = 0
    private var names: UInt64 = 0
    /// The names of prepared statements that PostgreSQL should close.
    private(set) var evicted: [String] = []

    package init(limit: Int) { self.limit = limit }

    package var count: Int { byText.count }

    /// Determines how to send a statement in a segment.
    package mutating func use(_ statement: Statement, segment: UInt64) -> Use {
        clock += 1
        let fingerprint = statement.fingerprint
        if let fingerprint, let shortcut = byAddress[fingerprint], statement.matches(shortcut.words) {
            return use(shortcut.statement, segment: segment)
        }
        let key = TextKey(text: statement.text, types: statement.binds.map(\.type))
        if let found = byText[key] {
            remember(statement, fingerprint: fingerprint, as: found)
            return use(found, segment: segment)
        }
        if byText.count >= limit, !makeRoom() { return .unnamed }
        names += 1
        let new = PreparedStatement(
            name: "s\(names)", text: key.text, types: key.types, state: .preparing(segment: segment), lastUse: clock)
        byText[key] = new
        remember(statement, fingerprint: fingerprint, as: new)
        return .prepare(new)
    }

    private func use(_ prepared: PreparedStatement, segment: UInt64) -> Use {
        prepared.lastUse = clock
        switch prepared.state {
        case .ready: return .named(prepared)
        // Only the segment that sends the Parse may use the name: if the Parse fails, PostgreSQL skips the rest of that
        // segment.
        case .preparing(let by): return by == segment ? .named(prepared) : .unnamed
        case .forgotten: return .unnamed
        }
    }

    private mutating func remember(_ statement: Statement, fingerprint: UInt?, as prepared: PreparedStatement) {
        guard let fingerprint else { return }
        if byAddress.count >= 4 * limit { byAddress.removeAll() }
        byAddress[fingerprint] = Shortcut(words: statement.words, statement: prepared)
    }

    /// Records that PostgreSQL has prepared the statement.
    package func confirm(_ statement: PreparedStatement) { statement.state = .ready }

    /// Forgets a prepared statement that PostgreSQL no longer has, or whose result type has changed.
    package mutating func forget(_ statement: PreparedStatement, evict: Bool = false) {
        guard statement.state != .forgotten else { return }
        statement.state = .forgotten
        byText[TextKey(text: statement.text, types: statement.types)] = nil
        byAddress = byAddress.filter { $0.value.statement !== statement }
        if evict { evicted.append(statement.name) }
    }

    /// Forgets all statements that a failed segment used, so that each is prepared again.
    package mutating func forget(usedIn statements: [Statement]) {
        for statement in statements {
            let key = TextKey(text: statement.text, types: statement.binds.map(\.type))
            if let found = byText[key], found.state == .ready { forget(found, evict: true) }
        }
    }

    private mutating func makeRoom() -> Bool {
        let oldest = byText.values.filter { $0.state == .ready }.min { $0.lastUse < $1.lastUse }
        guard let oldest else { return false }
        forget(oldest, evict: true)
        return true
    }

    package mutating func takeEvicted() -> [String] {
        defer { evicted = [] }
        return evicted
    }
}
