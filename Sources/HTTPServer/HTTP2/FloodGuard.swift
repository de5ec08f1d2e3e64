import EventLoop

/// Limits HTTP/2 frames that cost the server more than the client. Each kind has a bucket of tokens that refills
/// steadily. A client that sends a frame when its bucket is empty is disconnected with ENHANCE_YOUR_CALM (RFC 9113
/// §10.5).
package struct FloodGuard {
    package enum Kind: Int, CaseIterable, Sendable {
        case reset
        case ping
        case settings
        case empty
        case window
        case invalid
    }

    /// The tokens in the bucket of each kind of frames, in thousandths of a token.
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

    /// Takes one token from the bucket of a kind of frames. Returns `false` if the bucket had none.
    package mutating func allows(_ kind: Kind, at now: MonotonicTime) -> Bool {
        fill(at: now)
        levels[kind.rawValue] -= 1_000
        return levels[kind.rawValue] >= 0
    }

    /// Adds tokens to the token bucket of a kind of HTTP/2 frames, for frames that a well-behaved client must send,
    /// such as the WINDOW_UPDATE frames for the answer to its request.
    package mutating func allow(_ count: Int, more kind: Kind) {
        levels[kind.rawValue] = min(levels[kind.rawValue] + count * 1_000, capacities[kind.rawValue])
    }

    private mutating func fill(at now: MonotonicTime) {
        let passed = Int(now.milliseconds - filledAt.milliseconds)
        guard passed > 0 else { return }
        filledAt = now
        // The buckets are refilled for at most one hour of elapsed time, which fills every bucket. With a longer time
        // the product could overflow.
        for kind in levels.indices {
            levels[kind] = min(levels[kind] + min(passed, 3_600_000) * rates[kind], capacities[kind])
        }
    }
}
