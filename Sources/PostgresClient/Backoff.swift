/// The pauses between attempts to connect. They double up to a limit and are randomized, so that not all clients
/// connect to a restarted PostgreSQL at the same time.
package struct Backoff {
    package private(set) var attempts = 0
    let first: Duration
    let most: Duration

    package init(first: Duration = .milliseconds(50), most: Duration = .seconds(5)) {
        self.first = first
        self.most = most
    }

    /// Returns the pause before the next attempt to connect: a random duration between half of the present maximum and
    /// the maximum, which doubles with each attempt up to a limit.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let doubled = first * (1 << min(attempts, 16))
        attempts += 1
        let whole = min(doubled, most)
        return whole / 2 + (whole / 2) * Double.random(in: 0...1, using: &generator)
    }

    package mutating func reset() { attempts = 0 }
}
