import EventSourcing
import Glibc

extension Instant {
    /// The system's clock. Besides in the HTTP server, the present time is read only here.
    package static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
