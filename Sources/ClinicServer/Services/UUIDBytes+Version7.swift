import EventLoop
import EventSourcing
import Identifiers

extension UUIDBytes {
    /// A new version 7 UUID. Such UUIDs sort in the order in which they were made, also within one second.
    package static func version7(at now: Instant) -> UUIDBytes {
        var generator = SystemRandomNumberGenerator()
        return .version7(second: now.secondsSince1970, clock: WallClock.nanoseconds, using: &generator)
    }
}
