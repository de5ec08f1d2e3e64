import EventSourcing
import Glibc

extension Instant {
    /// The system's clock. Besides the HTTP server, time enters only here.
    package static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
