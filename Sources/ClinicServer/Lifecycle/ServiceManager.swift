import EventLoop

/// The program that started and supervises the server, such as systemd. It may have opened the sockets
/// (sd_listen_fds(3)), and may expect notices about the server's state (sd_notify(3)).
package struct ServiceManager: Sendable {
    /// The listening sockets that the service manager passed on: their names (`FileDescriptorName=`) and descriptors.
    package var sockets: [(name: String, descriptor: Int32)] = []
    /// The path of the socket to which notices are sent, or an abstract name with a zero byte in front.
    private var notices: String?
    /// The interval at which the service manager expects a keep-alive notice.
    private var watchdog: Duration?

    package init() {}

    /// Reads what the service manager passed to the process.
    ///
    /// - Parameters:
    ///   - variables: the process's environment.
    ///   - process: the id of this process. Variables that name another process's id are ignored.
    package init(environment variables: [String: String], process: Int32) {
        func isOurs(_ name: String) -> Bool { variables[name].map { $0 == "\(process)" } ?? true }
        if variables["LISTEN_PID"] == "\(process)", let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }),
            count > 0
        {
            let names = variables["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
            // The service manager's sockets begin at descriptor 3, after standard input, output and error.
            sockets = (0..<min(count, 16)).map { index in
                (Int(index) < names.count ? String(names[Int(index)]) : "", 3 + index)
            }
        }
        notices = variables["NOTIFY_SOCKET"].flatMap { path in
            path.isEmpty ? nil : path.first == "@" ? "\0" + path.dropFirst() : path
        }
        if isOurs("WATCHDOG_PID"), let interval = variables["WATCHDOG_USEC"].flatMap({ Int($0) }), interval > 0 {
            watchdog = .microseconds(interval)
        }
    }

    enum Notice: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
        case alive = "WATCHDOG=1"
    }

    /// Sends a notice to the service manager, which does not reply. Errors are ignored, since nothing depends on the
    /// notice.
    func tell(_ notice: Notice) {
        guard let notices else { return }
        try? sendDatagram(notice.rawValue, toUnix: notices)
    }

    /// Sends keep-alive notices to the service manager until a loop has stopped or the task is cancelled. Before each
    /// notice, every loop must run a task, so that no notice is sent if a loop hangs.
    func keepTelling(_ loops: [EventLoop]) async {
        guard let watchdog, let first = loops.first else { return }
        while !Task.isCancelled {
            for loop in loops where (try? await loop.run {}) == nil { return }
            tell(.alive)
            do { try await first.sleep(for: watchdog / 2) } catch { return }
        }
    }
}
