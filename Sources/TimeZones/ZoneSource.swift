import Synchronization

/// The time zone rules that a process uses. They can be replaced by those of a newer release.
public final class ZoneSource: Sendable {
    private let rules: Mutex<ZoneRules>

    public init(_ rules: ZoneRules) { self.rules = Mutex(rules) }

    public var current: ZoneRules { rules.withLock { $0 } }

    /// Replaces the rules by newer ones. Zones that the newer ones lack keep their old rules.
    ///
    /// - Returns: the names of zones whose rules have changed.
    @discardableResult
    public func replace(by newer: ZoneRules) -> [String] {
        rules.withLock { rules in
            let changed = newer.names.filter { newer[$0] != rules[$0] }
            rules = newer.completed(by: rules)
            return changed.sorted()
        }
    }
}
