import CLibUV
import Glibc

/// The system's clock. An administrator can set it forward and back.
public enum WallClock {
    /// The present time in nanoseconds since 1970-01-01T00:00:00Z.
    public static var nanoseconds: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    }
}
