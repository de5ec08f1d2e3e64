import EventLoop

/// Counts what costs us more than it costs the client to send. Each kind has a bucket that a second fills up by some; who empties one is
/// sent away with ENHANCE_YOUR_CALM (RFC 9113 §10.5).
package struct FloodGuard {
    package enum Kind: Int, CaseIterable, Sendable {
        case reset
        case ping
        case settings
        case empty
        case window
        case invalid
    }

    /// In thousandths of one.
    private var levels: [Int]
    private let capacities: [Int]
    private let rates: [Int]
    private var filledAt: MonotonicTime

    package init(_ limits: HTTP2Limits, at now: MonotonicTime) {
        let buckets = Kind.allCases.map { kind in
            switch kind {
            case .reset: limits.resets
            case .ping: limits.pings
            case .settings: limits.settings
            case .empty: limits.empty
            case .window: limits.windows
            case .invalid: limits.invalid
            }
        }
        capacities = buckets.map { $0.burst * 1_000 }
        rates = buckets.map(\.perSecond)
        levels = capacities
        filledAt = now
    }

    /// Takes one out; `false` where there is none.
    package mutating func allows(_ kind: Kind, at now: MonotonicTime) -> Bool {
        fill(at: now)
        levels[kind.rawValue] -= 1_000
        return levels[kind.rawValue] >= 0
    }

    /// Puts some back, for what comes with proper use.
    package mutating func allow(_ count: Int, more kind: Kind) {
        levels[kind.rawValue] = min(levels[kind.rawValue] + count * 1_000, capacities[kind.rawValue])
    }

    private mutating func fill(at now: MonotonicTime) {
        let passed = Int(now.milliseconds - filledAt.milliseconds)
        guard passed > 0 else { return }
        filledAt = now
        // Longer than an hour fills every bucket; a product of more could overflow.
        for kind in levels.indices {
            levels[kind] = min(levels[kind] + min(passed, 3_600_000) * rates[kind], capacities[kind])
        }
    }
}
