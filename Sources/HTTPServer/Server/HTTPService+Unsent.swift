import EventLoop

/// The number of bytes of a connection's answers that the kernel has not accepted, and the time since which there are
/// such bytes.
struct Unsent {
    private(set) var bytes = 0
    private var since: MonotonicTime?

    /// The cost of a connection's unsent answers: the number of unsent bytes, times the milliseconds for which there
    /// have been unsent bytes without interruption. So a client that has just become slow costs little.
    func cost(at now: MonotonicTime) -> Double {
        guard let since else { return 0 }
        return Double(bytes) * ((now - since) / .milliseconds(1) + 1)
    }

    mutating func become(_ bytes: Int, at now: MonotonicTime) {
        since = bytes > 0 ? since ?? now : nil
        self.bytes = bytes
    }
}

/// Limits the bytes of answers that the kernel has not accepted, for all connections of the server together.
extension HTTPService {
    /// Updates the number of unsent bytes of a connection's answers. If the sum over all connections exceeds its limit,
    /// connections are reset.
    func note(_ unsent: inout Unsent, _ bytes: Int, on loop: EventLoop) {
        guard bytes != unsent.bytes else { return }
        unsentBytes += bytes - unsent.bytes
        unsent.become(bytes, at: loop.now)
        guard unsentBytes > limits.unsentTogether, !isShedding else { return }
        isShedding = true
        // Connections are reset at the end of the loop's current iteration, since a connection must not be reset while
        // it is processing input.
        loop.atEndOfTurn { [self] in
            isShedding = false
            shed(at: loop.now)
        }
    }

    /// Resets the connections with the highest cost of unsent answers until one eighth of the memory allowed for them
    /// is free.
    private func shed(at now: MonotonicTime) {
        guard unsentBytes > limits.unsentTogether else { return }
        let costs = connections.values.map { (connection: $0, cost: $0.unsent.cost(at: now)) }
        for (connection, cost) in costs.sorted(by: { $0.cost > $1.cost }) where cost > 0 {
            guard unsentBytes > limits.unsentTogether / 8 * 7 else { return }
            connection.reset()
        }
    }
}
