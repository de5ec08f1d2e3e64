import Foundation

/// Runs other programs without blocking a thread of Swift's pool.
///
/// Foundation's `Process` is not used, since it waits until every descendant has ended, and a database server keeps
/// running.
public enum Shell {
    public struct Failure: Error, CustomStringConvertible {
        let command: String
        /// The exit status in the form that a shell uses: above 128 if a signal ended the program. If the program could
        /// not be started, it is the error number of `posix_spawnp`.
        public let status: Int32
        public let output: String
        public var description: String { "\(command) ended with \(status): \(output)" }
    }

    /// Runs a program until it ends, or kills it when the task is cancelled. Returns its standard output and error
    /// output together, or throws `Failure` if its exit status is not 0.
    @discardableResult
    public static func run(_ command: [String]) async throws -> String {
        // The program's output goes to a file, since a pipe would have to be read while the program runs.
        let output = URL(filePath: "/tmp").appending(path: "chairside-\(UUID().uuidString).out")
        defer { try? FileManager.default.removeItem(at: output) }
        let child = try spawn(command, output: output.path(percentEncoded: false))
        let status = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The wait blocks a thread of its own. A dispatch queue would block a thread of Swift's pool.
                Thread.detachNewThread { continuation.resume(returning: wait(for: child)) }
            }
        } onCancel: {
            _ = kill(child, SIGKILL)
        }
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        guard status == 0 else { throw Failure(command: command.joined(separator: " "), status: status, output: text) }
        return text
    }

    /// Waits for a program that `spawn` started, and returns its exit status in the form that a shell uses. Until this
    /// call, an ended program is a zombie.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// Starts a program without the open descriptors 3 to 255 of this process. The program reads `input`, or
    /// `/dev/null` without it. Standard output and error output are appended to the file `output`.
    static func spawn(_ command: [String], input: Int32? = nil, output: String = "/dev/null") throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        for descriptor: Int32 in 3..<256 { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }

        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(command: command[0], status: code, output: "cannot be started") }
        return child
    }
}
