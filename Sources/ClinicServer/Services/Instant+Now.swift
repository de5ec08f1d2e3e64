import EventSourcing
import Glibc

extension Instant {
    /// The system's present time. Only the HTTP server and this function read the system's clock.
    package static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
