import EventLoop

/// The caller for whom the hash of a secret, such as a password, is computed.
package struct Hasher: Sendable {
    /// Whether the caller has already shown a credential: a session, a known device or a mailed token.
    let isKnown: Bool
    /// The caller's network. It is empty for known callers, so that they do not wait for other callers from their
    /// network.
    let network: String
    /// The key of the caller's account in the queue for hashing, in which accounts take turns: the account's id or
    /// e-mail address, or the clinic that sets a password for the account.
    let account: String

    package static func known(_ account: String) -> Hasher { Hasher(isKnown: true, network: "", account: account) }

    package static func stranger(_ account: String, from network: String) -> Hasher {
        Hasher(isKnown: false, network: network, account: account)
    }
}

/// The queue of callers that wait for the hash of a secret, such as a password. Networks take turns, and within a
/// network, accounts take turns. Many attempts for one account wait for each other and delay no other account.
///
/// Callers that have already shown a credential have a queue of their own, and get three of four turns while both kinds
/// of callers wait.
package struct HashingLine<Waiter> {
    private var known = Turns()
    private var strangers = Turns()
    private let roomForEach: Int
    private var turn = 0

    /// Creates the queue for the hashing threads, without any waiting caller.
    ///
    /// - Parameter roomForEach: the maximum number of waiting callers of each kind.
    package init(roomForEach: Int) { self.roomForEach = roomForEach }

    package var count: Int { known.count + strangers.count }

    /// Adds a caller that waits for a hash.
    ///
    /// - Returns: the caller that must be refused because the queue is full: the last caller of the account with the
    ///   most callers in the network with the most callers; `nil` if the queue has room.
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
        /// The networks of the callers that wait for a hash, with one entry for each caller. The networks take turns.
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
