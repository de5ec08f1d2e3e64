import EventLoop

/// The state from which the time limits of a client's connection are computed. A connection has one timer. When the
/// timer fires, the limits are checked and the timer is set to the next limit.
struct ClientTiming {
    let start: MonotonicTime
    var idleSince: MonotonicTime
    private(set) var lastReceived: MonotonicTime
    /// The time at which the client last sent a PING; `nil` if a byte has arrived since, or if the client has sent no
    /// PING.
    var pingSince: MonotonicTime?
    var deadline: Deadline?

    init(since now: MonotonicTime) {
        start = now
        idleSince = now
        lastReceived = now
    }

    mutating func received(at now: MonotonicTime) {
        lastReceived = now
        pingSince = nil
    }
}

extension ClientConnection {
    private enum Expiry {
        case notReady
        case silent
        case unanswered
        case idle
    }

    /// The time limit of the connection that is reached first if no byte arrives and no request is sent.
    private var nextExpiry: (Expiry, MonotonicTime) {
        if !isReady { return (.notReady, timing.start + limits.handshakeTimeout) }
        var expiries: [(Expiry, MonotonicTime)] = []
        if let since = timing.pingSince {
            expiries.append((.unanswered, since + limits.pingTimeout))
        } else {
            expiries.append((.silent, timing.lastReceived + limits.pingAfter))
        }
        if streams.isEmpty { expiries.append((.idle, timing.idleSince + limits.idleTimeout)) }
        return expiries.min { $0.1 < $1.1 } ?? (.idle, timing.idleSince + limits.idleTimeout)
    }

    func setDeadline() {
        guard !isClosed else { return }
        timing.deadline?.cancel()
        let (_, time) = nextExpiry
        timing.deadline = loop.schedule(after: time - loop.now) { self.deadlineFires() }
    }

    private func deadlineFires() {
        let (expiry, time) = nextExpiry
        if loop.now >= time {
            switch expiry {
            case .notReady, .unanswered: return drop()
            case .idle: return close()
            case .silent:
                timing.pingSince = loop.now
                session?.ping()
                flush()
            }
        }
        setDeadline()
    }
}
