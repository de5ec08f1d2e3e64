import EventLoop

/// How long a request's body has been coming, without the time in which we did not let it come.
package struct BodyClock {
    private var since: MonotonicTime
    private var heldSince: MonotonicTime?

    package init(since now: MonotonicTime) { since = now }

    /// - Parameter isHeld: from now on the client is not to blame, until it is called again.
    package mutating func hold(_ isHeld: Bool, at now: MonotonicTime) {
        if isHeld {
            heldSince = heldSince ?? now
        } else if let held = heldSince {
            since = since + (now - held)
            heldSince = nil
        }
    }

    /// Until when more has to come than `count` bytes; `nil` while the client is not to blame.
    package func expiry(after count: Int, _ limits: HTTPLimits) -> MonotonicTime? {
        guard heldSince == nil else { return nil }
        return since + limits.bodyGrace + .milliseconds(count * 1_000 / max(limits.bodyRate, 1))
    }
}
