import EventLoop

/// How long a client may take, on one deadline per connection, which is looked at when it fires and set again.
struct HTTP2Timing {
    /// The client's first frame has come.
    var isGreeted = false
    let start: MonotonicTime
    /// Since when a head has been coming that is not complete.
    var headSince: MonotonicTime?
    /// Since when there has been no request.
    var idleSince: MonotonicTime
    var lingerSince: MonotonicTime?
    /// How the client takes what there is for it.
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

    /// Sets the deadline for what the connection waits for now.
    func setDeadline() {
        guard phase != .closed else { return }
        let now = loop.now
        service.note(&unsent, unsentBytes, on: loop)
        // A client that has nothing to take is not held to be stalled.
        if unsent.bytes == 0 { renewPace(at: now) }
        for stream in streams.values where stream.phase == .body {
            // While we do not read, or hold its window shut, the client is not to blame.
            stream.clock.hold(isBlocked || stream.heldWindow > 0, at: now)
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

    /// What goes over the wire counts where it is the wire that the client does not read: answers without a body need no window.
    private var paceIsKept: Bool {
        timing.pace.isKept(body: bodySent, wire: pendingBytes > 0 ? stream.takenWriteBytes : nil, service.limits)
    }

    /// What the client would be at fault with first, and when.
    private var nextBreach: (Breach, MonotonicTime)? {
        let limits = service.limits
        if let since = timing.lingerSince { return (.lingered, since + limits.lingerTimeout) }
        var breaches: [(Breach, MonotonicTime)] = []
        if let since = timing.isGreeted ? timing.headSince : timing.start {
            breaches.append((.slowHead, since + limits.headerTimeout))
        }
        if streams.isEmpty { breaches.append((.idle, timing.idleSince + limits.idleTimeout)) }
        if unsent.bytes > 0 { breaches.append((.stalled, timing.pace.end(limits))) }
        // The rest of a request that is answered already is not wanted (RFC 9113 §8.1). There are clients (curl 7.88) that lose the
        // answer where they are told so at once.
        for stream in streams.values {
            guard let since = stream.answeredAt else { continue }
            breaches.append((.unended(stream), since + limits.lingerTimeout))
        }
        for stream in streams.values where stream.phase == .body && !stream.isComplete {
            guard let expiry = stream.clock.expiry(after: stream.body.count, limits) else { continue }
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
