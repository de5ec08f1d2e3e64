import EventLoop

/// The caller for whom a hash is computed.
package struct Hasher: Sendable {
    /// Whether the caller has shown a credential before: a session, a known device, a mailed token.
    let isKnown: Bool
    /// The caller's network. Known callers have none, so they do not wait behind others of their network.
    let network: String
    /// The caller's account, by its id or e-mail.
    let account: String

    package static func known(_ account: String) -> Hasher { Hasher(isKnown: true, network: "", account: account) }

    package static func stranger(_ account: String, from network: String) -> Hasher {
        Hasher(isKnown: false, network: network, account: account)
    }
}

/// The queue for hashes. Networks take turns, and within a network accounts do: many attempts for one account wait
/// behind each other and delay nobody else.
///
/// Known callers have room of their own, and three of four turns while both kinds wait.
package struct HashingLine<Waiter> {
    private var known = Turns()
    private var strangers = Turns()
    private let roomForEach: Int
    private var turn = 0

    /// An empty queue.
    ///
    /// - Parameter roomForEach: the maximum number of waiting callers of each kind.
    package init(roomForEach: Int) { self.roomForEach = roomForEach }

    package var count: Int { known.count + strangers.count }

    /// Adds a caller.
    ///
    /// - Returns: the caller that no longer fits: the last of the most frequent account in the most frequent network.
    package mutating func append(_ waiter: Waiter, for hasher: Hasher) -> Waiter? {
        hasher.isKnown
            ? known.append(waiter, for: hasher, room: roomForEach)
            : strangers.append(waiter, for: hasher, room: roomForEach)
    }

    package mutating func popFirst() -> Waiter? {
        turn = (turn + 1) % 4
        return turn == 0 ? strangers.popFirst() ?? known.popFirst() : known.popFirst() ?? strangers.popFirst()
    }

    private struct Turns {
        /// The queue of networks, with one entry for each waiting caller, so that networks take turns.
        private var networks = FairQueue<String, String>()
        private var accounts: [String: FairQueue<String, Waiter>] = [:]

        var count: Int { networks.count }

        mutating func append(_ waiter: Waiter, for hasher: Hasher, room: Int) -> Waiter? {
            networks.append(hasher.network, in: hasher.network)
            accounts[hasher.network, default: FairQueue()].append(waiter, in: hasher.account)
            return count > room ? popLastOfLongest() : nil
        }

        mutating func popFirst() -> Waiter? {
            networks.popFirst().flatMap { take(from: $0) { $0.popFirst() } }
        }

        private mutating func popLastOfLongest() -> Waiter? {
            networks.popLastOfLongest().flatMap { take(from: $0) { $0.popLastOfLongest() } }
        }

        private mutating func take(
            from network: String, _ take: (inout FairQueue<String, Waiter>) -> Waiter?
        ) -> Waiter? {
            guard var waiting = accounts.removeValue(forKey: network) else { return nil }
            let waiter = take(&waiting)
            if !waiting.isEmpty { accounts[network] = waiting }
            return waiter
        }
    }
}
