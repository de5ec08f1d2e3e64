import CLibUV

/// The system's monotonic clock in nanoseconds, to measure how long something takes.
public enum NanosecondClock {
    public static var now: UInt64 { uv_hrtime() }
}
