import Foundation

/// A small shell that outlives the test process by a moment: it waits for the end of its standard input, which comes
/// when the process exits, crashes or is killed, and then stops the cluster and removes its folder.
final class Watchdog: Sendable {
    private let pipe: Pipe

    init(folder: URL) throws {
        let pipe = Pipe()
        // Only this process may hold the writing end: a server under test that inherited it would keep the cluster alive.
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
        // It is not a child of this process, which would have to reap it: swift-testing waits for its own children
        // among all there are, and loops endlessly if there is an unreaped zombie.
        let parent = try Shell.spawn(
            ["setsid", "--fork", "sh", "-c", script, "watchdog", folder.path(percentEncoded: false)],
            input: pipe.fileHandleForReading.fileDescriptor)
        _ = Shell.wait(for: parent)
        try pipe.fileHandleForReading.close()
        self.pipe = pipe
    }

    /// Does now what the end of the process would do.
    func release() { try? pipe.fileHandleForWriting.close() }
}
