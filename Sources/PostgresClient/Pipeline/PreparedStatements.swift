import SQL

/// The statements that one connection has prepared, found by the addresses of their literals or else by their text.
///
/// A statement is prepared for the first database call that uses it. Until PostgreSQL has confirmed that, other calls
/// send the statement unprepared, so that they do not fail if the first call fails.
package struct PreparedStatements {
    package enum Use {
        case named(PreparedStatement)
        /// The statement is prepared now: a Parse message must be sent before it.
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
    /// The names of prepared statements that the connection does not use any more and that PostgreSQL should close.
    private(set) var evicted: [String] = []

    package init(limit: Int) { self.limit = limit }

    package var count: Int { byText.count }

    /// Determines how to send a statement: by the name of a prepared statement, after a Parse message, or unprepared.
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
        // Until PostgreSQL confirms the Parse message, only the call that sends it may use the name: if the Parse
        // fails, PostgreSQL skips the rest of that call's statements, but not those of other calls.
        case .preparing(let by): return by == segment ? .named(prepared) : .unnamed
        case .forgotten: return .unnamed
        }
    }

    private mutating func remember(_ statement: Statement, fingerprint: UInt?, as prepared: PreparedStatement) {
        guard let fingerprint else { return }
        if byAddress.count >= 4 * limit { byAddress.removeAll() }
        byAddress[fingerprint] = Shortcut(words: statement.words, statement: prepared)
    }

    /// Records that PostgreSQL has prepared the statement, so that all calls may use its name.
    package func confirm(_ statement: PreparedStatement) { statement.state = .ready }

    /// Forgets a prepared statement that PostgreSQL no longer has, or whose result type has changed, so that it is
    /// prepared again.
    package mutating func forget(_ statement: PreparedStatement, evict: Bool = false) {
        guard statement.state != .forgotten else { return }
        statement.state = .forgotten
        byText[TextKey(text: statement.text, types: statement.types)] = nil
        byAddress = byAddress.filter { $0.value.statement !== statement }
        if evict { evicted.append(statement.name) }
    }

    /// Forgets all prepared statements that a failed database call used, so that each is prepared again.
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
