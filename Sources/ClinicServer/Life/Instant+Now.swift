import EventSourcing
import Glibc

extension Instant {
    /// The system's clock: the one place besides the HTTP server where time comes in.
    static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
