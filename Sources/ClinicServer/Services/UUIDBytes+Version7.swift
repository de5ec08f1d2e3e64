import EventSourcing
import Identifiers

extension UUIDBytes {
    /// A new version 7 UUID. Such UUIDs sort by the time of their creation.
    package static func version7(at now: Instant) -> UUIDBytes {
        var generator = SystemRandomNumberGenerator()
        return .version7(milliseconds: now.secondsSince1970 * 1000, using: &generator)
    }
}
