import CMalloc

/// The memory of this process.
public enum ProcessMemory {
    /// Returns the allocator's unused memory of all threads to the system (malloc_trim(3)). This can take some
    /// milliseconds, so it must not be called on a loop.
    public static func returnUnused() { _ = malloc_trim(0) }
}
