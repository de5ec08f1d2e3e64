import EventSourcing
import Glibc

extension Instant {
    /// The present time of the system's clock, in whole seconds.
    package static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
