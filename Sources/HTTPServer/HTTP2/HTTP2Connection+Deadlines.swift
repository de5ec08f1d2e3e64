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
    /// How much the client had taken when it took something last.
    var taken = Progress(body: 0, wire: 0)
    var takenAt: MonotonicTime
    var deadline: Deadline?
    var deadlineAt: MonotonicTime

    struct Progress: Equatable {
        var body: Int
        var wire: Int
    }

    init(since now: MonotonicTime) {
        start = now
        idleSince = now
        takenAt = now
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
        noteProgress(at: now)
        if phase == .lingering { timing.lingerSince = timing.lingerSince ?? now }
        guard let (_, expiry) = nextBreach else { return }
        if timing.deadline != nil, timing.deadlineAt <= expiry { return }
        timing.deadline?.cancel()
        timing.deadlineAt = expiry
        timing.deadline = loop.schedule(after: expiry - now) { self.deadlineFired() }
    }

    /// A client that takes what is sent, or has nothing to take, is not held to be stalled.
    private func noteProgress(at now: MonotonicTime) {
        let taken = HTTP2Timing.Progress(body: bodySent, wire: pendingBytes > 0 ? stream.takenWriteBytes : 0)
        guard taken != timing.taken || !hasUnsent else { return }
        timing.taken = taken
        timing.takenAt = now
    }

    private var hasUnsent: Bool {
        pendingBytes > 0 || streams.values.contains { $0.outgoing.byteCount > 0 }
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
        if hasUnsent { breaches.append((.stalled, timing.takenAt + limits.writeStallTimeout)) }
        // The rest of a request that is answered already is not wanted (RFC 9113 §8.1). There are clients (curl 7.88) that lose the
        // answer where they are told so at once.
        for stream in streams.values {
            guard let since = stream.answeredAt else { continue }
            breaches.append((.unended(stream), since + limits.lingerTimeout))
        }
        // While we do not read, or hold its window shut, the client is not to blame.
        for stream in streams.values
        where stream.phase == .body && !stream.isComplete && !isBlocked && stream.heldWindow == 0 {
            let earned = Duration.milliseconds(stream.body.count * 1_000 / max(limits.bodyRate, 1))
            breaches.append((.slowBody(stream), stream.bodySince + limits.bodyGrace + earned))
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
            case .stalled: return reset()
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
