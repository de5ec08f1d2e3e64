import EventLoop
import Identifiers
import Synchronization

/// A limit of requests: their number per second, and the number that may arrive at once after a pause.
package struct RequestRate: Sendable, Hashable {
    package var perSecond: Int
    package var burst: Int

    package init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Reads a limit of requests from a text: `rate` or `rate/burst`. The default burst is the number of requests of
    /// five seconds.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard let rate = parts[0], (1...1_000_000).contains(rate), parts.count <= 2 else { return nil }
        guard let burst = parts.count == 2 ? parts[1] : rate * 5, (1...10_000_000).contains(burst) else { return nil }
        self.init(perSecond: rate, burst: burst)
    }
}

/// Limits the requests of many callers to one rate by the generic cell rate algorithm (ITU-T I.371). For each caller it
/// stores one time: the time at which the caller's next request would be due if all of its requests had come at exactly
/// that rate.
///
/// All loops of a process share the counts. If there are too many callers, the meter forgets the idle ones, and some
/// others if the idle ones are too few. A forgotten caller may send more requests than the rate allows, and never
/// fewer.
package final class RateMeter: Sendable {
    package struct Reading: Equatable {
        /// The number of requests that the caller may still send now.
        package var remaining: Int
        /// The whole seconds until the next request may be sent; `nil` if this request is allowed.
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

    /// Creates a meter that limits each caller to `rate`.
    ///
    /// - Parameter room: the maximum number of callers remembered.
    package init(_ rate: RequestRate, room: Int = 65_536) {
        self.rate = rate
        spacing = max(1, 1_000_000 / Int64(rate.perSecond))
        allowance = spacing * Int64(rate.burst)
        shards = (0..<16).map { _ in Shard(room: max(1, room / 16)) }
    }

    /// Counts a request at `now`, unless it is refused. Refused requests do not prolong the wait.
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

    /// The number of callers that the rate meter remembers now.
    package var askers: Int { shards.reduce(0) { $0 + $1.due.withLock(\.count) } }

    private final class Shard: Sendable {
        let room: Int
        let due = Mutex<[UUIDBytes: Int64]>([:])

        init(room: Int) { self.room = room }
    }

    /// Forgets the callers that may send a full burst again. If more than half of the callers remain, the method also
    /// forgets those that have used up the least of the rate: at least half of them, and all if they have used up the
    /// same.
    private static func makeRoom(in due: inout [UUIDBytes: Int64], at now: Int64) {
        let before = due.count
        due = due.filter { $0.value > now }
        guard due.count > before / 2 else { return }
        let median = due.values.sorted()[due.count / 2]
        due = due.filter { $0.value > median }
    }
}
