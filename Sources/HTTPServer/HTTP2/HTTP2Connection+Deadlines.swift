import EventLoop

/// The state from which the time limits of an HTTP/2 client are computed. A connection has one deadline, which checks
/// the limits when it fires and is then set again.
struct HTTP2Timing {
    /// Whether the HTTP/2 client's first frame has come.
    var isGreeted = false
    let start: MonotonicTime
    /// The time at which the head of a request began that is still incomplete; `nil` if there is none.
    var headSince: MonotonicTime?
    /// The time at which the connection last became idle: when it began, or when its last open stream closed.
    var idleSince: MonotonicTime
    var lingerSince: MonotonicTime?
    /// The rate at which the client reads its answers.
    var pace: TakingPace
    var deadline: Deadline?
    var deadlineAt: MonotonicTime

    init(since now: MonotonicTime) {
        start = now
        idleSince = now
        pace = TakingPace(wire: 0, at: now)
        deadlineAt = now
    }
}

extension HTTP2Connection {
    private enum Breach {
        case slowHead
        case idle
        case slowBody(HTTP2Stream)
        case unended(HTTP2Stream)
        case stalled
        case lingered
    }

    /// Sets the connection's deadline to the first time limit that the client could exceed.
    func setDeadline() {
        guard phase != .closed else { return }
        let now = loop.now
        service.note(&unsent, unsentBytes, on: loop)
        // While no output waits to be sent, the client's reading is measured anew, since a client that has read all
        // output is not too slow.
        if unsent.bytes == 0 { renewPace(at: now) }
        for stream in streams.values where stream.phase == .body {
            // The time limit of a request's body is paused while the server itself delays the body: the server does not
            // read, or keeps the stream's flow-control window closed.
            stream.clock.hold(isBlocked || stream.heldWindow > 0 || stream.withholdsContinue, at: now)
        }
        if phase == .lingering { timing.lingerSince = timing.lingerSince ?? now }
        guard let (_, expiry) = nextBreach else { return }
        if timing.deadline != nil, timing.deadlineAt <= expiry { return }
        timing.deadline?.cancel()
        timing.deadlineAt = expiry
        timing.deadline = loop.schedule(after: expiry - now) { self.deadlineFired() }
    }

    private func renewPace(at now: MonotonicTime) {
        timing.pace = TakingPace(body: bodySent, wire: stream.takenWriteBytes, at: now)
    }

    /// Whether the client reads its answers fast enough. While the socket holds unsent output, the bytes that the
    /// kernel accepts are counted too, since answers without a body use no flow-control window.
    private var paceIsKept: Bool {
        timing.pace.isKept(body: bodySent, wire: pendingBytes > 0 ? stream.takenWriteBytes : nil, service.limits)
    }

    /// The time limit that the client of this HTTP/2 connection would exceed first, and the time at which it would do
    /// so.
    private var nextBreach: (Breach, MonotonicTime)? {
        let limits = service.limits
        if let since = timing.lingerSince { return (.lingered, since + limits.lingerTimeout) }
        var breaches: [(Breach, MonotonicTime)] = []
        if let since = timing.isGreeted ? timing.headSince : timing.start {
            breaches.append((.slowHead, since + limits.headerTimeout))
        }
        if streams.isEmpty { breaches.append((.idle, timing.idleSince + limits.idleTimeout)) }
        if unsent.bytes > 0 { breaches.append((.stalled, timing.pace.end(limits))) }
        // An answered request need not be sent to its end (RFC 9113 §8.1). The stream of such a request is not reset at
        // once, since some clients (curl 7.88) then lose the answer.
        for stream in streams.values {
            guard let since = stream.answeredAt else { continue }
            breaches.append((.unended(stream), since + limits.lingerTimeout))
        }
        for stream in streams.values where stream.phase == .body && !stream.isComplete {
            guard let expiry = stream.clock.expiry(after: stream.received, limits) else { continue }
            breaches.append((.slowBody(stream), expiry))
        }
        return breaches.min { $0.1 < $1.1 }
    }

    private func deadlineFired() {
        timing.deadline = nil
        guard phase != .closed else { return }
        if let (breach, expiry) = nextBreach, loop.now >= expiry {
            service.date.update(at: loop.now)
            switch breach {
            case .lingered: return close()
            case .stalled:
                guard paceIsKept else { return reset() }
                renewPace(at: loop.now)
            case .slowHead: end(.enhanceYourCalm)
            case .idle: end(.noError)
            case .slowBody(let stream):
                refuse(stream, .bodyTooSlow)
                flush()
            case .unended(let stream):
                session?.reset(stream.id, .noError)
                flush()
            }
        }
        setDeadline()
    }
}
