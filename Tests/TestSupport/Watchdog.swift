import Foundation

/// A small shell process that outlives the test process by a moment. It waits for the end of its standard input, which
/// comes when the test process exits, crashes or is killed. Then it stops the cluster and removes its folder.
final class Watchdog: Sendable {
    private let pipe: Pipe

    init(folder: URL) throws {
        let pipe = Pipe()
        // Only this process may hold the pipe's writing end. A server under test that inherited it would keep the
        // cluster running.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let script = """
            trap '' INT TERM HUP
            cat >/dev/null
            pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
            if [ -n "$pid" ]; then
                kill -QUIT "$pid" 2>/dev/null
                for i in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
                kill -KILL "$pid" 2>/dev/null
            fi
            rm -rf "$1"
            """
        // The watchdog must not be a child of this process. swift-testing waits for its own children among all
        // children, and loops endlessly if one of the others is an unreaped zombie.
        let parent = try Shell.spawn(
            ["setsid", "--fork", "sh", "-c", script, "watchdog", folder.path(percentEncoded: false)],
            input: pipe.fileHandleForReading.fileDescriptor)
        _ = Shell.wait(for: parent)
        try pipe.fileHandleForReading.close()
        self.pipe = pipe
    }

    /// Stops and removes the cluster now instead of at the end of the process.
    func release() { try? pipe.fileHandleForWriting.close() }
}
