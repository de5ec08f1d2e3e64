import EventLoop

/// The number of bytes of a connection's output that the client has not read, and the time since which there are any.
struct Unsent {
    private(set) var bytes = 0
    private var since: MonotonicTime?

    /// The cost of unread output: bytes times milliseconds. So a client that has just become slow costs little.
    func cost(at now: MonotonicTime) -> Double {
        guard let since else { return 0 }
        return Double(bytes) * ((now - since) / .milliseconds(1) + 1)
    }

    mutating func become(_ bytes: Int, at now: MonotonicTime) {
        since = bytes > 0 ? since ?? now : nil
        self.bytes = bytes
    }
}

/// The memory for unread output, which is limited for all clients together.
extension HTTPService {
    /// Updates the count of a connection's unread output.
    func note(_ unsent: inout Unsent, _ bytes: Int, on loop: EventLoop) {
        guard bytes != unsent.bytes else { return }
        unsentBytes += bytes - unsent.bytes
        unsent.become(bytes, at: loop.now)
        guard unsentBytes > limits.unsentTogether, !isShedding else { return }
        isShedding = true
        // Waits for the end of the turn, since a connection must not be reset while it is processing input.
        loop.atEndOfTurn { [self] in
            isShedding = false
            shed(at: loop.now)
        }
    }

    /// Resets the connections with the highest cost until one eighth of the allowed memory is free.
    private func shed(at now: MonotonicTime) {
        guard unsentBytes > limits.unsentTogether else { return }
        let costs = connections.values.map { (connection: $0, cost: $0.unsent.cost(at: now)) }
        for (connection, cost) in costs.sorted(by: { $0.cost > $1.cost }) where cost > 0 {
            guard unsentBytes > limits.unsentTogether / 8 * 7 else { return }
            connection.reset()
        }
    }
}
