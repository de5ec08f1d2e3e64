import Synchronization

/// The time zone rules that a process uses. The rules of a newer release of the time zone database can replace them.
public final class ZoneSource: Sendable {
    private let rules: Mutex<ZoneRules>

    public init(_ rules: ZoneRules) { self.rules = Mutex(rules) }

    public var current: ZoneRules { rules.withLock { $0 } }

    /// Replaces the time zone rules by newer ones. A zone that the newer rules lack keeps its old rules.
    ///
    /// - Returns: the names of the zones whose rules are new or have changed, sorted.
    @discardableResult
    public func replace(by newer: ZoneRules) -> [String] {
        rules.withLock { rules in
            let changed = newer.names.filter { newer[$0] != rules[$0] }
            rules = newer.completed(by: rules)
            return changed.sorted()
        }
    }
}
