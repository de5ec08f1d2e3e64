import Glibc

/// The work of the process `chairside thumbnail`: reads an image from standard input, and writes its thumbnail to
/// standard output.
public enum ThumbnailProcess {
    /// The memory that the thumbnail process may take beyond what it has at its start, in bytes.
    private static let memory = 512 << 20
    /// The processor time that the thumbnail process may take, in seconds.
    private static let seconds = 10

    /// Limits this process, and makes a thumbnail.
    ///
    /// - Returns: the exit code: 0, or 1 if there is no thumbnail of this image.
    public static func run() -> Int32 {
        guard limit() else { return 1 }
        guard let image = input(), let thumbnail = try? Thumbnail.make(of: image) else { return 1 }
        return write(thumbnail) ? 0 : 1
    }

    /// Limits the memory and the processor time of this process, and keeps it from opening files and sockets. If the
    /// decoding of an image breaks a limit, only this process fails, and the server goes on.
    private static func limit() -> Bool {
        guard let pages = sizeInPages() else { return false }
        let size = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        return set(RLIMIT_AS, size + memory) && set(RLIMIT_CPU, seconds)
            && set(RLIMIT_CORE, 0) && set(RLIMIT_NOFILE, 0)
    }

    private static func set(_ limit: __rlimit_resource, _ value: Int) -> Bool {
        var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        return unsafe setrlimit(__rlimit_resource_t(limit.rawValue), &limits) == 0
    }

    /// The size of the thumbnail process's memory, in pages: the first number of `/proc/self/statm`.
    private static func sizeInPages() -> Int? {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return next(of: file).flatMap { Int(String(decoding: $0.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)) }
    }

    /// Reads an image from standard input to its end; `nil` if the image is longer than permitted, or cannot be read.
    private static func input() -> [UInt8]? {
        var image: [UInt8] = []
        while let bytes = next(of: STDIN_FILENO) {
            if bytes.isEmpty { return image }
            image += bytes
            guard image.count <= Thumbnail.mostBytes else { return nil }
        }
        return nil
    }

    /// The next bytes of an open file that contains an image, none at the file's end; `nil` if the file cannot be read.
    private static func next(of file: Int32) -> [UInt8]? {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            var got = unsafe read(file, buffer.baseAddress, buffer.count)
            while got < 0, errno == EINTR { got = unsafe read(file, buffer.baseAddress, buffer.count) }
            failed = got < 0
            count = max(0, got)
        }
        return failed ? nil : bytes
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes[offset...].withUnsafeBytes {
                unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }
}
