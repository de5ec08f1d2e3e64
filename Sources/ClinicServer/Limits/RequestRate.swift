import EventLoop
import Identifiers
import Synchronization

/// So many requests a second, and so many at once after a pause.
public struct RequestRate: Sendable, Hashable {
    public var perSecond: Int
    public var burst: Int

    public init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// `rate` or `rate/burst`; without a burst, five seconds' worth of requests.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard let rate = parts[0], (1...1_000_000).contains(rate), parts.count <= 2 else { return nil }
        guard let burst = parts.count == 2 ? parts[1] : rate * 5, (1...10_000_000).contains(burst) else { return nil }
        self.init(perSecond: rate, burst: burst)
    }
}

/// Counts the requests of many askers, each against the same rate, by one number for each: when everything that it has
/// asked for would have been asked for at the rate (the generic cell rate algorithm, ITU-T I.371).
///
/// All loops of a process count together. Who has not asked for a while is forgotten; who asks with more names than there
/// is room for makes others be forgotten, which lets them ask more and never less.
package final class RateMeter: Sendable {
    package struct Reading: Equatable {
        /// Requests that are left now.
        package var remaining: Int
        /// `nil` where the request may pass; else in how many whole seconds one may again.
        package var retryAfter: Int?

        package init(remaining: Int, retryAfter: Int?) {
            self.remaining = remaining
            self.retryAfter = retryAfter
        }
    }

    let rate: RequestRate
    private let shards: [Shard]
    private let spacing: Int64
    private let allowance: Int64

    /// - Parameter room: askers that are remembered at most.
    package init(_ rate: RequestRate, room: Int = 65_536) {
        self.rate = rate
        spacing = max(1, 1_000_000 / Int64(rate.perSecond))
        allowance = spacing * Int64(rate.burst)
        shards = (0..<16).map { _ in Shard(room: max(1, room / 16)) }
    }

    /// Counts a request at `now`, unless it is refused: who is refused is not kept waiting for longer by asking.
    package func count(_ asker: UUIDBytes, at now: MonotonicTime) -> Reading {
        let now = now.milliseconds * 1_000
        let mixed = asker.high ^ asker.low
        let shard = shards[Int(truncatingIfNeeded: (mixed ^ mixed >> 32) & 15)]
        return shard.due.withLock { due in
            if let index = due.index(forKey: asker) { return count(on: &due.values[index], at: now) }
            if due.count >= shard.room { Self.makeRoom(in: &due, at: now) }
            var account = now
            let reading = count(on: &account, at: now)
            due[asker] = account
            return reading
        }
    }

    private func count(on account: inout Int64, at now: Int64) -> Reading {
        let due = max(account, now) + spacing
        let ahead = due - now
        guard ahead <= allowance else {
            return Reading(remaining: 0, retryAfter: Int((ahead - allowance + 999_999) / 1_000_000))
        }
        account = due
        return Reading(remaining: Int((allowance - ahead) / spacing), retryAfter: nil)
    }

    /// How many are remembered.
    package var askers: Int { shards.reduce(0) { $0 + $1.due.withLock(\.count) } }

    private final class Shard: Sendable {
        let room: Int
        let due = Mutex<[UUIDBytes: Int64]>([:])

        init(room: Int) { self.room = room }
    }

    /// Those with nothing on their account go; where that is not enough, so do the half that has least.
    private static func makeRoom(in due: inout [UUIDBytes: Int64], at now: Int64) {
        let before = due.count
        due = due.filter { $0.value > now }
        guard due.count > before / 2 else { return }
        let median = due.values.sorted()[due.count / 2]
        due = due.filter { $0.value > median }
    }
}
