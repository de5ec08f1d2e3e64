import CMalloc

/// Settings of the C library's memory allocator.
enum Allocator {
    /// Lets the process return unused memory to the system early. Otherwise the allocator keeps, for each thread, as
    /// much memory as the thread ever needed. Call this in commands that read all events for minutes.
    static func returnMemory() {
        _ = mallopt(M_ARENA_MAX, 1)
        // The allocator raises its thresholds by itself, and then keeps more free memory. Setting a threshold prevents
        // this (mallopt(3)).
        _ = mallopt(M_MMAP_THRESHOLD, 128 << 10)
        _ = mallopt(M_TRIM_THRESHOLD, 128 << 10)
    }
}
