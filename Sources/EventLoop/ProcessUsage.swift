import CLibUV
import Glibc

/// The resources that this process uses.
public struct ProcessUsage: Sendable {
    /// The processor time that the process has used, in user and system mode together.
    public let cpuMicroseconds: Int
    public let residentBytes: Int
    /// The number of open descriptors of the process, without the one that is open only for the count.
    public let openDescriptors: Int
    public let maxDescriptors: Int

    public static var now: ProcessUsage {
        var usage = uv_rusage_t()
        unsafe uv_getrusage(&usage)
        var resident = 0
        unsafe uv_resident_set_memory(&resident)
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return ProcessUsage(
            cpuMicroseconds: seconds * 1_000_000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec,
            residentBytes: resident, openDescriptors: countDescriptors(),
            maxDescriptors: Int(clamping: limit.rlim_cur))
    }

    private static func countDescriptors() -> Int {
        guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // The folder of open descriptors also has the entries `.` and `..`, and one for the descriptor that reads the
        // folder.
        return max(0, count - 3)
    }
}
