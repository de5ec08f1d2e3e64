import EventLoop

/// The time for which a request's body has been arriving, without the time in which the server did not read it.
package struct BodyClock {
    private var since: MonotonicTime
    private var heldSince: MonotonicTime?

    package init(since now: MonotonicTime) { since = now }

    /// Pauses the time that is measured for a request's body, or lets it continue.
    ///
    /// - Parameter isHeld: whether from now on the server, not the client, delays the body.
    package mutating func hold(_ isHeld: Bool, at now: MonotonicTime) {
        if isHeld {
            heldSince = heldSince ?? now
        } else if let held = heldSince {
            since = since + (now - held)
            heldSince = nil
        }
    }

    /// The time until which more than `count` bytes of the request's body must have arrived; `nil` while the measured
    /// time is paused.
    package func expiry(after count: Int, _ limits: HTTPLimits) -> MonotonicTime? {
        guard heldSince == nil else { return nil }
        return since + limits.bodyGrace + .milliseconds(count * 1_000 / max(limits.bodyRate, 1))
    }
}
