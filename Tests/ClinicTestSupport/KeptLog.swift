import Logging
import Synchronization

/// A log that keeps all lines in memory, at every level from trace up.
package final class KeptLog: Sendable {
    private struct State {
        var lines: [String] = []
        var waiting: [(text: String, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var lines: [String] { state.withLock { $0.lines } }
    package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    /// Returns when a line with this text has been logged.
    package func line(with text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(where: { $0.contains(text) }) { return true }
                state.waiting.append((text, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func keep(_ line: String) {
        let ready = state.withLock { state in
            state.lines.append(line)
            let ready = state.waiting.filter { line.contains($0.text) }
            state.waiting.removeAll { line.contains($0.text) }
            return ready
        }
        for waiting in ready { waiting.1.resume() }
    }

    private struct Handler: LogHandler {
        let log: KeptLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.keep("\(event.message) \(metadata) \(event.metadata ?? [:]) \(event.error.map { "\($0)" } ?? "")")
        }
    }
}
