import EventLoop

/// The time limit that applies to a client at the moment, and the connection's one timer for it.
///
/// If the time limit moves to a later time, the timer is not moved: it fires early, and is then set for the new time.
/// So a busy keep-alive connection changes the timer wheel once a minute and not once per request.
struct Timing {
    enum Wait {
        case nothing
        case idle
        case head
        case body
        case write(TakingPace)
        case linger
    }

    var wait = Wait.nothing
    var expiry: MonotonicTime
    var deadline: Deadline?
    var deadlineAt: MonotonicTime
    /// The time from which the time limit of an incomplete request head counts; `nil` if no head is incomplete.
    var headSince: MonotonicTime?

    /// Creates the timing of a new connection. The time limit for the head of the first request begins now.
    init(since now: MonotonicTime) {
        expiry = now
        deadlineAt = now
        headSince = now
    }
}

extension Connection {
    /// Sets the connection's deadline for the time limit that applies to the client now.
    func setDeadline() {
        guard phase != .closed else { return }
        let now = loop.now
        let limits = service.limits
        service.note(&unsent, unsentBytes, on: loop)
        // The time limit of a request's body is paused while the server itself delays the body.
        let isHeld = mustWait || withholdsContinue
        incoming?.clock.hold(isHeld, at: now)
        if pendingBytes > 0 {
            if case .write = timing.wait { return }
            let pace = TakingPace(wire: stream.takenWriteBytes, at: now)
            wait(.write(pace), until: pace.end(limits))
        } else if phase == .lingering {
            if case .linger = timing.wait { return }
            wait(.linger, until: now + limits.lingerTimeout)
        } else if phase == .ending {
            timing.wait = .nothing
        } else if let incoming {
            timing.headSince = nil
            if let expiry = incoming.clock.expiry(after: incoming.received, limits) {
                wait(.body, until: expiry)
            } else {
                timing.wait = .nothing
            }
        } else if !parser.isBetweenRequests || timing.headSince != nil {
            let since = timing.headSince ?? now
            timing.headSince = since
            wait(.head, until: since + limits.headerTimeout)
        } else if exchanges.isEmpty, held == nil {
            timing.headSince = nil
            wait(.idle, until: now + (service.isDraining ? limits.drainGrace : limits.idleTimeout))
        } else {
            timing.wait = .nothing
        }
    }

    /// Closes an idle connection of a draining server after `drainGrace`. If a last request arrives in that time, it is
    /// still answered.
    func endIdling() {
        timing.deadline?.cancel()
        timing.wait = .idle
        timing.expiry = loop.now + service.limits.drainGrace
        arm(at: timing.expiry)
    }

    private func wait(_ wait: Timing.Wait, until expiry: MonotonicTime) {
        timing.wait = wait
        timing.expiry = expiry
        if timing.deadline != nil, timing.deadlineAt <= expiry { return }
        timing.deadline?.cancel()
        arm(at: expiry)
    }

    private func arm(at expiry: MonotonicTime) {
        timing.deadlineAt = expiry
        timing.deadline = loop.schedule(after: expiry - loop.now) { self.deadlineFired() }
    }

    private func deadlineFired() {
        timing.deadline = nil
        guard phase != .closed else { return }
        if case .nothing = timing.wait { return }
        guard loop.now >= timing.expiry else { return arm(at: timing.expiry) }
        switch timing.wait {
        case .nothing: break
        case .idle, .linger: close()
        case .head where parser.isBetweenRequests: close()
        case .head: refuse(.headerTimeout)
        case .body: refuse(.bodyTooSlow)
        case .write(let pace):
            guard pace.isKept(wire: stream.takenWriteBytes, service.limits) else { return reset() }
            timing.wait = .nothing
            setDeadline()
        }
    }
}
