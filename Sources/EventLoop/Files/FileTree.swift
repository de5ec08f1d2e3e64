import Glibc

/// Functions on files by their paths. They block, so they must run on the thread of a worker pool.
package enum FileTree {
    /// Creates a folder that only its owner may read, unless the folder exists.
    package static func makeFolder(_ path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemError(errno: errno, operation: "mkdir \(path)")
        }
    }

    package static func rename(_ old: String, to new: String) throws(SystemError) {
        guard unsafe Glibc.rename(old, new) == 0 else { throw SystemError(errno: errno, operation: "rename \(old)") }
    }

    /// Gives a file a second name. If a file with that name exists already, that file stays as it is.
    package static func link(_ old: String, as new: String) throws(SystemError) {
        guard unsafe Glibc.link(old, new) == 0 || errno == EEXIST else {
            throw SystemError(errno: errno, operation: "link \(old)")
        }
    }

    /// Removes a name of a file. Does nothing if no file has the name.
    package static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw SystemError(errno: errno, operation: "unlink \(path)")
        }
    }

    /// Writes the names in a folder to disk, and returns when they are on disk.
    package static func synchronize(folder path: String) throws(SystemError) {
        let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(errno: errno, operation: "open \(path)") }
        defer { close(number) }
        guard fsync(number) == 0 else { throw SystemError(errno: errno, operation: "fsync \(path)") }
    }
}
