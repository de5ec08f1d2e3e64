import Synchronization

/// The zone rules that a process goes by, from one moment to the next those of a newer release.
public final class ZoneSource: Sendable {
    private let rules: Mutex<ZoneRules>

    public init(_ rules: ZoneRules) { self.rules = Mutex(rules) }

    public var current: ZoneRules { rules.withLock { $0 } }

    /// Goes by newer rules from now on. Zones that these lack keep the rules that they had.
    ///
    /// - Returns: the names of zones whose rules are not what they were.
    @discardableResult
    public func replace(by newer: ZoneRules) -> [String] {
        rules.withLock { rules in
            let changed = newer.names.filter { newer[$0] != rules[$0] }
            rules = newer.completed(by: rules)
            return changed.sorted()
        }
    }
}
