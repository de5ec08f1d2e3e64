import CLibUV
import Glibc

/// An open file. Its functions block, so they must run on the thread of a worker pool. When the last reference is
/// dropped, the file is closed.
package final class OpenFile: Sendable {
    private let number: Int32

    private init(_ number: Int32, _ operation: @autoclosure () -> String) throws(SystemError) {
        guard number >= 0 else { throw SystemError(errno: errno, operation: operation()) }
        self.number = number
    }

    deinit { Glibc.close(number) }

    /// Creates a file that only its owner may read, and opens it for writing. Fails if the path exists.
    package static func create(_ path: String) throws(SystemError) -> OpenFile {
        try OpenFile(unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create \(path)")
    }

    /// Opens a file for reading.
    package static func open(_ path: String) throws(SystemError) -> OpenFile {
        try OpenFile(unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC), "open \(path)")
    }

    /// Locks the file, until this object is released. Returns `false` if another object or process has locked it.
    package func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// Appends bytes to the file.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes[offset...].withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(errno: errno, operation: "write") }
            offset += count
        }
    }

    /// Reads the bytes of the file from `offset` on: `count`, or fewer at the end of the file.
    package func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let target = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = unsafe pread(number, target.baseAddress, target.count, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemError(errno: errno, operation: "read") }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The size of the file in bytes.
    package func size() throws(SystemError) -> Int64 {
        let end = lseek(number, 0, SEEK_END)
        guard end >= 0 else { throw SystemError(errno: errno, operation: "lseek") }
        return Int64(end)
    }

    /// Begins to write a range of the file to disk. This makes nothing durable: it only lets `synchronize` find fewer
    /// bytes that are not on disk.
    ///
    /// - Parameter waits: whether the function returns when the disk has the range.
    package func writeBack(_ range: Range<Int64>, waits: Bool) throws(SystemError) {
        // For the system, no bytes would mean all bytes up to the end of the file.
        guard !range.isEmpty else { return }
        guard chairside_write_back(number, range.lowerBound, Int64(range.count), waits) == 0 else {
            throw SystemError(errno: errno, operation: "sync_file_range")
        }
    }

    /// Writes the bytes that were written to the file so far to disk, and returns when they are on disk.
    package func synchronize() throws(SystemError) {
        guard fdatasync(number) == 0 else { throw SystemError(errno: errno, operation: "fsync") }
    }
}
