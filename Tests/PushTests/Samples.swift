import EventSourcing
import Foundation
import Push
import Synchronization
import TestSupport

/// A clock that a test sets.
final class SetClock: Sendable {
    private let time: Mutex<Instant>

    init(_ time: Instant = Instant(secondsSince1970: 1_764_000_000)) { self.time = Mutex(time) }

    var now: Instant { time.withLock { $0 } }

    func advance(minutes: Int64) { time.withLock { $0 = $0.adding(minutes: minutes) } }
}

/// A message that expires a day after the start of `SetClock`.
func message(
    _ id: UUID = UUID(), collapseKey: String? = nil, title: String = "Tomorrow at nine", body: String = "Open the app",
    isUrgent: Bool = true
) -> PushMessage {
    PushMessage(
        id: id, collapseKey: collapseKey, title: title, body: body, badge: 3, url: "chairside://appointments/7",
        type: "appointment.reminder", isUrgent: isUrgent,
        expires: Instant(secondsSince1970: 1_764_000_000).adding(days: 1))
}

/// Runs `body` with a folder for key files, which is removed afterwards.
func withKeys<T>(_ body: (KeyFolder) async throws -> T) async throws -> T {
    let path = "/tmp/chairside-push-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(KeyFolder(path: path))
}

struct KeyFolder: Sendable {
    let path: String

    /// Writes a file that only its owner can read, and returns its path.
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
