import Foundation
import Synchronization

/// Shows the progress and the remaining time of an operation on standard error. On a terminal it draws a bar, otherwise
/// it writes a line every five seconds.
final class ProgressLine: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant
        var isOpen = false
    }

    private let what: String
    private let unit: String
    private let start = ContinuousClock.now
    private let isTerminal = isatty(2) == 1
    private let state: Mutex<State>

    init(_ what: String, unit: String = "events") {
        self.what = what
        self.unit = unit
        state = Mutex(State(lastShown: start))
    }

    func show(_ done: Int64, _ all: Int64) {
        guard all > 0 else { return }
        let now = ContinuousClock.now
        let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
        let isDue = state.withLock { state in
            guard done >= all ? isTerminal : state.lastShown.duration(to: now) >= pause else { return false }
            state.lastShown = now
            state.isOpen = isTerminal
            return true
        }
        guard isDue else { return }
        let share = Double(min(done, all)) / Double(all)
        let left = start.duration(to: now).seconds * (1 - share) / max(share, 0.000_001)
        let rest = done > 0 ? ", \(Self.clock(left)) left" : ""
        if isTerminal {
            let filled = Int(share * 40)
            let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: 40 - filled)
            write("\r\(what) \(bar) \(done)/\(all)\(rest)\u{1b}[K")
        } else {
            write("\(what): \(done) of \(all) \(unit), \(Int(share * 100)) %\(rest)\n")
        }
    }

    /// Writes a line break after the progress bar, so that later output begins on the next line. If no bar was drawn,
    /// no line break is written.
    func end() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen { write("\n") }
    }

    /// A duration in seconds as the text of minutes and seconds: `1:05` for 65 seconds.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int64(min(seconds, 360_000))
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
